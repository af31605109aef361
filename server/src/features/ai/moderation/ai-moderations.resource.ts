import { sql } from 'kysely';
import * as aiModerationsApi from '@kaike/shared/contracts/ai/ai-moderations';
import { moderationActions } from '@kaike/shared/domain/ai/moderation';
import { allows } from '@kaike/shared/domain/status';
import { aiModerations } from '@kaike/shared/resources/ai/ai-moderations';
import { route } from '../../../core/route.ts';
import { defineBehaviour, type ActionResult, type ActionRun, type FailedRow } from '../../../kit/behaviour.ts';
import { revealModeration } from './reveal-moderation.ts';

/** Decides waiting entries; decided ones stay as they are. */
async function decide(
  { trx, call, rows, reason }: ActionRun<typeof aiModerations>,
  action: keyof typeof moderationActions,
): Promise<ActionResult> {
  const open = rows.filter(({ state }) => allows(moderationActions, action, state));
  const failed = rows.filter((row) => !open.includes(row)).map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const now = call.ctx.clock();
  await sql`update ai_moderations set state = ${moderationActions[action].to}, reason = ${reason}, decided_by = ${call.actor.user_id}, decided_at = ${now},
    version = version + 1, updated_at = ${now} where id = any(${open.map(({ id }) => id)}::bigint[])`.execute(trx);
  return { changed: open.length, failed };
}

export const aiModerationsBehaviour = defineBehaviour(aiModerations, {
  actions: {
    confirm: (action) => decide(action, 'confirm'),
    clear: (action) => decide(action, 'clear'),
  },
  routes: [
    route.admin(aiModerationsApi.revealModeration, {
      permission: 'admin.ai-moderations.reveal',
      limit: { by: 'user', max: 120, seconds: 60 },
      handler: revealModeration,
    }),
  ],
});
