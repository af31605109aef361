import { randomUUID } from 'node:crypto';
import type { LogInFailure, LogInWay } from '@kaike/shared/domain/auth/log-ins';
import { maskMobile } from '@kaike/shared/domain/people/mask';
import { AppError } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import type { Context } from '../../../../core/context.ts';
import { addJob } from '../../../../core/job.ts';
import { claimMessage } from '../../../../core/messages/claim-message.ts';
import { loadPerson } from '../../../../core/sessions/load-actor.ts';
import { authorOf } from '../../../../kit/write/operation-log.ts';
import type { LoginName } from '../users.store.ts';
import { originOf, writeLogInLine } from './log-ins.ts';

export type FailedLogIn = {
  /** One for each attempt. The request's id is the caller's own, who may send the same one always. */
  attempt: string;
  /** Null for a name that nobody has. */
  user_id: number | null;
  name: string;
  way: LogInWay;
  failure: LogInFailure;
  origin: ReturnType<typeof originOf>;
};

/** Failures in the log in half an hour; those beyond are counted by the throttle alone. An append-only log is not for strangers to fill. */
const seconds = 1800;
const loggedFailures = { name: 10, address: 20, all: 300 };

/** People type passwords into the field of the name: of a name that is no number only the first character is kept. */
const maskedName = ({ kind, value }: LoginName): string =>
  kind === 'mobile' ? maskMobile(value) : `${Array.from(value)[0] ?? ''}****`;

async function isWithinLimits({ limiter }: Context, { name, ip }: { name: LoginName; ip: string }): Promise<boolean> {
  const keys = { name: `${name.kind}:${name.value}`, address: ip, all: '' };
  try {
    for (const of of ['name', 'address', 'all'] as const)
      await limiter.take({ key: `log-in-logged|${of}:${keys[of]}`, max: loggedFailures[of], seconds });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

type Failed = { name: LoginName; user_id: number | null; way: LogInWay; failure?: LogInFailure };

/**
 * Has a failed log-in logged. The same work for every name, whosever it is: only the job looks, as the time of the answer must
 * not tell administrators, learners and strangers apart.
 */
export async function queueFailedLogIn(
  call: Call,
  { name, user_id, way, failure = 'credentials' }: Failed,
): Promise<void> {
  const { ctx } = call;
  if (!(await isWithinLimits(ctx, { name, ip: call.ip }))) return;
  await addJob(ctx.db, 'log-failed-log-in', {
    attempt: randomUUID(),
    user_id,
    name: maskedName(name),
    way,
    failure,
    origin: originOf(call),
  });
}

/** Writes the entry, unless an earlier run of the job did. */
export async function logFailedLogIn(
  { db, config, clock }: Context,
  { attempt, user_id, name, way, failure, origin }: FailedLogIn,
): Promise<void> {
  const person = user_id === null ? null : await loadPerson({ db, config }, user_id);
  // A learner's mistake is nobody's business.
  if (user_id !== null && !person?.actor.admin) return;
  const author = person ? authorOf(person.actor) : { user_id: null, operator: name, role_id: null, agency_id: null };
  await db.transaction().execute(async (trx) => {
    if (!(await claimMessage(trx, { sender: 'log-failed-log-in', message_id: attempt, now: clock() }))) return;
    await writeLogInLine(trx, author, { action: 'log_in_failed', way, failure, status_code: 422 }, origin);
  });
}
