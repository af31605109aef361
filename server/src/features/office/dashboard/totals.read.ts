import { sql, type RawBuilder } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { hasPermission } from '../../../core/actor.ts';
import { rowScope } from '../../../kit/access.ts';
import { fromOf } from '../../../kit/read/load-rows.ts';
import { loadCached, type Counted } from './cached.ts';
import type { DashboardReader } from './reader.ts';

type Total = Dashboard['totals'][number];

const counted = ['admins', 'roles', 'users', 'menus'] as const;

/** Pages a menu entry can open. */
const enabledPages = sql<boolean>`is_page = 1 and disabled = 0 and status = 1 and deleted_at is null`;

function totalOf({ ctx, actor }: DashboardReader, of: Total['of']): RawBuilder<Total> {
  const resource = of === 'menus' ? null : ctx.resources.get(of);
  const [from, where] = resource ? [fromOf(resource), rowScope(actor, resource)] : [sql`menus`, enabledPages];
  return sql<Total>`select ${of}::text as of, count(*)::int as count from ${from} r where ${where}`;
}

/** Administrators, roles, users and menus, as far as the role may list them; cached for a few minutes. */
export async function loadTotals(call: DashboardReader): Promise<Counted<Total[]>> {
  const { ctx, actor } = call;
  const listed = counted.filter((name) => hasPermission(actor, `admin.${name}.list`));
  if (listed.length === 0) return { value: [], at: null };
  const parts = listed.map((name) => totalOf(call, name));
  return loadCached(ctx, `totals|${actor.user_id}|${listed.join()}`, async () => {
    const { rows } = await sql<Total>`${sql.join(parts, sql` union all `)}`.execute(ctx.db);
    return rows;
  });
}
