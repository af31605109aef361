import { sql } from 'kysely';
import * as aiPromptTemplatesApi from '@kaike/shared/contracts/ai/ai-prompt-templates';
import { labState } from '@kaike/shared/domain/ai/lab/lab-state';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { route } from '../../../core/route.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type FailedRow,
  type RowOf,
  type Values,
} from '../../../kit/behaviour.ts';
import { forgetRuns, loadLab, startLab } from '../evaluation/public.ts';
import { starterScene } from '../scenes/public.ts';
import { changeStatus } from './change-status.ts';
import { checkScene } from './check-scene.ts';
import { checkTemplate } from './check-template.ts';
import { getTemplateOptions } from './get-template-options.ts';
import { tryTemplate } from './try-template.ts';
import { makeNextDraft, nextVersion, loadVersions } from './template-versions.ts';

const content = ['name', 'body', 'options', 'scene'] as const;

const identity = (row: Values) => ({ key: String(row.key), locale: String(row.locale) });
const changesContent = (before: RowOf<typeof aiPromptTemplates>, values: Values): boolean =>
  content.some((key) => key in values && JSON.stringify(values[key] ?? null) !== JSON.stringify(before[key] ?? null));

/** What may change of any version: nothing of it is in the prompt. */
const besideContent = ({ remark, for_trial }: Values): Values => ({
  ...(remark === undefined ? {} : { remark }),
  ...(for_trial === undefined ? {} : { for_trial }),
});

/** What the lab said of the former content does not count any more. */
const afterChange = ({ lab_state: state }: RowOf<typeof aiPromptTemplates>) =>
  state === labState.untested ? {} : { lab_state: labState.stale, lab_run_id: null };

async function newVersion({ trx, call, rows }: ActionRun<typeof aiPromptTemplates>): Promise<ActionResult> {
  const drafts: number[] = [];
  for (const row of rows) drafts.push((await makeNextDraft({ trx, call }, row, {})).id);
  return { changed: rows.length, failed: [], extra: { draft_ids: drafts } };
}

export const aiPromptTemplatesBehaviour = defineBehaviour(aiPromptTemplates, {
  async beforeCreate({ trx }, values) {
    const isBare = values.type === templateType.scene && (values.scene ?? null) === null;
    const checked = await checkTemplate(isBare ? { ...values, scene: starterScene } : values);
    return { ...values, ...checked, template_version: await nextVersion(trx, identity(values)) };
  },
  async beforeUpdate(write, { before, values }) {
    if (!changesContent(before, values)) return besideContent(values);
    const checked = await checkTemplate({ ...before, ...values });
    if (before.status === templateStatus.draft) return { ...values, ...checked, ...afterChange(before) };
    // A published or archived version is immutable: the change goes into a new draft.
    await makeNextDraft(write, before, values);
    return {};
  },
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const published = rows
      .filter((row) => row.status === templateStatus.published)
      .map(({ id }): FailedRow => ({ id, code: 'ai_template.published' }));
    const used = await sql<{
      id: number;
    }>`select t.id from ai_prompt_templates t where t.id = any(${rows.map(({ id }) => id)}::bigint[])
      and t.status <> ${templateStatus.published} and (exists (select 1 from ai_peoples p where p.template_id = t.id and p.deleted_at is null)
        or exists (select 1 from ai_chats c where c.template_id = t.id) or exists (select 1 from lessons l where l.template_id = t.id))`.execute(
      trx,
    );
    return [...published, ...used.rows.map(({ id }): FailedRow => ({ id, code: 'record.in_use' }))];
  },
  afterDelete: ({ trx }, rows) =>
    forgetRuns(
      trx,
      rows.map(({ id }) => id),
    ),
  extend: async ({ ctx }, row) => ({
    versions: await loadVersions(ctx.db, identity(row)),
    lab: await loadLab(ctx.db, { id: row.id, ...identity(row) }),
  }),
  actions: {
    'change-status': changeStatus,
    'new-version': newVersion,
    'lab-run': startLab,
  },
  routes: [
    route.admin(aiPromptTemplatesApi.getTemplateOptions, {
      permission: 'admin.ai-prompt-templates.list',
      handler: getTemplateOptions,
    }),
    route.admin(aiPromptTemplatesApi.tryTemplate, {
      permission: 'admin.ai-prompt-templates.show',
      by_token: true,
      limit: { by: 'user', max: 120, seconds: 60 },
      handler: tryTemplate,
    }),
    route.admin(aiPromptTemplatesApi.checkScene, {
      permission: 'admin.ai-prompt-templates.show',
      by_token: true,
      limit: { by: 'user', max: 240, seconds: 60 },
      handler: checkScene,
    }),
  ],
});
