import type { ReadingReport } from '@kaike/shared/contracts/learning/lessons';
import * as lessons from '@kaike/shared/contracts/learning/lessons';
import { ApiError } from '../../../../api/api-error.ts';
import { sendBeacon } from '../../../../api/beacon.ts';
import { call } from '../../../../api/client.ts';
import { useSession } from '../../../../app/session.ts';
import { heartbeatFailure } from '../heartbeats/heartbeat-deps.ts';
import { describeFailure } from '../lesson/describe-failure.ts';
import type { ReadingDeps } from './reading-session.ts';
import { replayReadings, storedReadings } from './stored-readings.ts';

const timeoutMs = 12_000;
const meanings = {
  unreachable: 'again',
  logged_out: 'again',
  not_now: 'again',
  taken_over: 'taken_over',
  ended: 'reopen',
  invalid: 'foreign',
  refused: 'refused',
} as const;

const user = (): number | null => useSession.getState().user?.id ?? null;

/** While nodes are replaced one by one, a report may reach one of the release before, which does not say what it counted. */
type EarlierReport = Omit<ReadingReport, 'claimed_sec'> & Partial<ReadingReport>;

const sending: Pick<ReadingDeps, 'send' | 'meaningOf'> = {
  async send(body) {
    const report: EarlierReport = await call(lessons.recordReadingProgress, {
      body,
      quiet: true,
      timeout_ms: timeoutMs,
    });
    return { ...report, claimed_sec: report.claimed_sec ?? body.read_sec };
  },
  meaningOf: (error) =>
    error instanceof ApiError && error.code === 'access.denied' ? 'refused' : meanings[heartbeatFailure(error)],
};

/** Before a new ticket is issued, as that ends the one before. */
export const replayOwnReadings = (): Promise<void> => replayReadings({ ...sending, store: storedReadings, user });

/** Production dependencies of a reading: our endpoints, this browser's storage, the account whose page this is. */
export function createReadingDeps(lessonId: number): ReadingDeps {
  const userId = user();
  return {
    ...sending,
    async open(takeOver) {
      await replayOwnReadings();
      return call(lessons.openReading, {
        params: { id: lessonId },
        body: takeOver ? { take_over: true } : {},
        quiet: true,
      });
    },
    beacon: (body) => sendBeacon(lessons.recordReadingProgress, body),
    describe: describeFailure,
    async keep(report) {
      if (userId === null) return;
      await storedReadings.save({ report, user_id: userId, saved_at: Date.now(), ticket: report.ticket });
    },
    forget: storedReadings.remove,
  };
}
