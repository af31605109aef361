import * as watching from '@kaike/shared/contracts/learning/watching';
import { ApiError } from '../../../../api/api-error.ts';
import { prepareBeacon, sendBeacon } from '../../../../api/beacon.ts';
import { call } from '../../../../api/client.ts';
import { useSession } from '../../../../app/session.ts';
import { handleError } from '../../../../api/response.ts';
import type { HeartbeatDeps, HeartbeatFailure } from './heartbeat-port.ts';
import { storedHeartbeats } from './stored-heartbeats.ts';

const ends: Record<string, HeartbeatFailure> = {
  'play.taken_over': 'taken_over',
  'play.ticket_ended': 'ended',
  'play.ticket_invalid': 'invalid',
};
/** Too early, too many, page token: a retry may succeed. */
const passing = [0, 408, 419, 425, 429];
const timeoutMs = 12_000;

/** What a failed beat means for the following ones. */
export function heartbeatFailure(error: unknown): HeartbeatFailure {
  if (!(error instanceof ApiError) || passing.includes(error.status) || error.status >= 500) return 'unreachable';
  if (error.status === 401) return 'logged_out';
  if (ends[error.code]) return ends[error.code] ?? 'invalid';
  // Only what cannot be read at all is hopeless; an account that was stopped, or another one, is not.
  return error.status === 422 || error.status === 400 ? 'refused' : 'not_now';
}

/** Production dependencies of the beat queue: our endpoint, this browser's storage. */
export const heartbeatDeps: HeartbeatDeps = {
  store: storedHeartbeats,
  async send(beat) {
    try {
      const answer = await call(watching.recordHeartbeat, { body: beat, quiet: true, timeout_ms: timeoutMs });
      void prepareBeacon().catch(() => undefined); // The current one may still be valid.
      return answer;
    } catch (error) {
      // An expired session concerns the whole page.
      if (error instanceof ApiError && error.status === 401) handleError(error);
      throw error;
    }
  },
  failureOf: heartbeatFailure,
  user: () => useSession.getState().user?.id ?? null,
  beacon: (beat) => sendBeacon(watching.recordHeartbeat, beat),
};
