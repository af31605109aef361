import type * as watching from '@kaike/shared/contracts/learning/watching';
import { heartbeatIntervalSeconds } from '@kaike/shared/domain/learning/watching';
import type { MemberCallOf } from '../../../core/call.ts';
import type { LiveTicket } from './play-facts.read.ts';

/** A device that has missed two beats counts as no longer watching. */
const silentMs = (2 * heartbeatIntervalSeconds + 10) * 1000;

export type PlayCall = MemberCallOf<typeof watching.authorizePlayback>;

/** Whether the member is watching on another device now. */
export function isWatchingElsewhere(call: Pick<PlayCall, 'actor' | 'ctx'>, live: LiveTicket | undefined): boolean {
  return (
    live !== undefined &&
    live.session_id !== call.actor.session_id &&
    call.ctx.clock().getTime() - live.last_beat_at.getTime() < silentMs
  );
}
