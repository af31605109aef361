import { sql } from 'kysely';
import * as cardThemesApi from '@kaike/shared/contracts/cards/card-themes';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { cardThemes } from '@kaike/shared/resources/cards/card-themes';
import { AppError, assert } from '../../../core/app-error.ts';
import { route } from '../../../core/route.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { defineBehaviour, type ActionRun, type ActionResult, type FailedRow } from '../../../kit/behaviour.ts';
import { checkDrawing } from './check-drawing.ts';
import { listGlyphs } from './list-glyphs.ts';
import { getCardDesign } from './get-card-design.ts';
import { getThemePicture } from './get-theme-picture.ts';
import { lockUntilCommit } from '../../../db/hidden-names.ts';

/** Swaps the default in one transaction; the index allows one default at most, so the old one is cleared first. */
async function changeDefault({ trx, call, rows }: ActionRun<typeof cardThemes>): Promise<ActionResult> {
  const [theme] = rows;
  if (!theme || rows.length > 1)
    throw new AppError('request.invalid', { failures: { ids: [{ rule: 'array_length', params: ['1', '1'] }] } });
  assert(theme.status === switchStatus.on, 'record.state');
  if (theme.is_default) return { changed: 0, failed: [] };
  // Serializes concurrent changes; otherwise both would read the same old default.
  await lockUntilCommit(trx, 'card_themes.default');
  const old = await sql<{
    id: number;
  }>`select id from card_themes where is_default and deleted_at is null for update`.execute(trx);
  await setColumns({ trx, call }, 'card_themes', { ids: old.rows.map((row) => row.id), values: { is_default: false } });
  await setColumns({ trx, call }, 'card_themes', { ids: [theme.id], values: { is_default: true } });
  return { changed: 1, failed: [] };
}

async function changeStatus(action: ActionRun<typeof cardThemes, 'change-status'>): Promise<ActionResult> {
  const { rows, input } = action;
  const failed = rows
    .filter((row) => input.status === switchStatus.off && row.is_default)
    .map(({ id }): FailedRow => ({ id, code: 'card_theme.is_default' }));
  const refused = new Set(failed.map((row) => row.id));
  const ids = rows.filter((row) => !refused.has(row.id)).map((row) => row.id);
  await setColumns(action, 'card_themes', { ids, values: { status: input.status } });
  return { changed: ids.length, failed };
}

export const cardThemesBehaviour = defineBehaviour(cardThemes, {
  computed: {
    batch_count: sql`(select count(*)::int from card_batches b where b.theme_id = r.id and b.deleted_at is null)`,
  },
  async beforeCreate({ trx }, values) {
    await lockUntilCommit(trx, 'card_themes.default');
    const existing = await sql`select 1 from card_themes where is_default and deleted_at is null`.execute(trx);
    return { ...checkDrawing(values, null), is_default: existing.rows.length === 0 };
  },
  beforeUpdate: async (_write, { before, values }) => checkDrawing(values, before),
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const ids = rows.map((row) => row.id);
    const used = await sql<{
      theme_id: number;
    }>`select distinct theme_id from card_batches where theme_id = any(${ids}::bigint[])`.execute(trx);
    const inUse = new Set(used.rows.map((row) => row.theme_id));
    return rows.flatMap((row): FailedRow[] => {
      if (row.is_default) return [{ id: row.id, code: 'card_theme.is_default' }];
      return inUse.has(row.id) ? [{ id: row.id, code: 'record.in_use' }] : [];
    });
  },
  actions: {
    'change-default': changeDefault,
    'change-status': changeStatus,
  },
  routes: [
    route.admin(cardThemesApi.listGlyphs, { permission: 'admin.card-themes.show', handler: listGlyphs }),
    route.admin(cardThemesApi.getCardDesign, { permission: 'admin.card-themes.show', handler: getCardDesign }),
    route.admin(cardThemesApi.getThemePicture, { permission: 'admin.card-themes.list', handler: getThemePicture }),
  ],
});
