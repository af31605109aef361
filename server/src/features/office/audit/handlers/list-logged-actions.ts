import { sql } from 'kysely';
import type * as logs from '@kaike/shared/contracts/office/logs';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { loggedResources } from '@kaike/shared/resources/office/logs';
import type { AdminCall } from '../../../../core/call.ts';
import type * as logsApi from '@kaike/shared/contracts/office/logs';
import type { AdminCallOf } from '../../../../core/call.ts';

/** Most names shown side by side for one action. */
const maxNames = 3;

/** The common name of an action; else its names in the resources, which may differ. */
function nameAction({ t }: AdminCall, action: string): string {
  const common = `kit.actions.${action}`;
  if (t(common) !== common) return t(common);
  const own = loggedResources
    .map((name) => `resources.${name}.actions.${action}`)
    .filter((key) => t(key) !== key)
    .map((key) => t(key));
  return [...new Set(own)].slice(0, maxNames).join(' / ') || action;
}

/** Every distinct action, read by an index skip scan, so that the cost does not depend on the length of the log. */
export async function listLoggedActions(
  call: AdminCallOf<typeof logsApi.listLoggedActions>,
): Promise<ResponseOf<typeof logs.listLoggedActions>> {
  const { rows } = await sql<{ action: string }>`with recursive found as (
      (select action from logs order by action limit 1)
      union all select (select l.action from logs l where l.action > f.action order by l.action limit 1) from found f where f.action is not null
    ) select action from found where action is not null`.execute(call.ctx.db);
  const actions = rows.map(({ action }) => ({ value: action, label: nameAction(call, action) }));
  return { data: actions.toSorted((a, b) => a.label.localeCompare(b.label, call.locale)) };
}
