import { sql } from 'kysely';
import type { getLoggedActions } from '@kaike/shared/contracts/logs';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { loggedResources } from '@kaike/shared/resources/logs';
import type { AdminCall } from '../../http/route.ts';

/** Names of one deed that still tell something side by side. */
const mostNames = 3;

/** The common word for an action; else what the resources call it, which need not be one word. */
function nameAction({ t }: AdminCall, action: string): string {
  const common = `kit.actions.${action}`;
  if (t(common) !== common) return t(common);
  const own = loggedResources
    .map((name) => `resources.${name}.actions.${action}`)
    .filter((key) => t(key) !== key)
    .map((key) => t(key));
  return [...new Set(own)].slice(0, mostNames).join(' / ') || action;
}

/** Every action in the log, read by jumping from one to the next in their index, however long the log is. */
export async function readLoggedActions(call: AdminCall): Promise<AnswerOf<typeof getLoggedActions>> {
  const { rows } = await sql<{ action: string }>`with recursive found as (
      (select action from logs order by action limit 1)
      union all select (select l.action from logs l where l.action > f.action order by l.action limit 1) from found f where f.action is not null
    ) select action from found where action is not null`.execute(call.ctx.db);
  const actions = rows.map(({ action }) => ({ value: action, label: nameAction(call, action) }));
  return { data: actions.toSorted((a, b) => a.label.localeCompare(b.label, call.locale)) };
}
