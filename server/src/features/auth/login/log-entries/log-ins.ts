import type { LogInFailure, LogInWay } from '@kaike/shared/domain/auth/log-ins';
import type { Actor } from '../../../../core/actor.ts';
import type { Call } from '../../../../core/call.ts';
import { hashToken } from '../../../../core/secrets.ts';
import { loadPerson, loadSession } from '../../../../core/sessions/load-actor.ts';
import type { Db } from '../../../../db/pool.ts';
import { authorOf, writeLogLine } from '../../../../kit/write/operation-log.ts';
import { deviceName } from '../device-name.ts';

type LogInAction = 'log_in' | 'log_in_begun' | 'log_in_failed' | 'log_out' | 'common_password' | 'new_account';
type Author = ReturnType<typeof authorOf>;
type Facts = { action: LogInAction; way: LogInWay | null; failure?: LogInFailure; status_code?: number };
type Origin = { device: string; ip: string; request_id: string; cost_ms: number };

export const originOf = (call: Pick<Call, 'user_agent' | 'ip' | 'request_id' | 'started_ms'>): Origin => ({
  device: deviceName(call.user_agent),
  ip: call.ip,
  request_id: call.request_id,
  cost_ms: Math.round(performance.now() - call.started_ms),
});

/** Appends to the operation log; the title is the way and the device, which `wordedTitle` puts in the reader's language. */
export async function writeLogInLine(trx: Db, author: Author, facts: Facts, origin: Origin): Promise<void> {
  const { action, way, failure, status_code: status = 200 } = facts;
  const { device, ...arrival } = origin;
  await writeLogLine(trx, {
    ...author,
    ...arrival,
    resource: 'log-ins',
    action,
    record_id: author.user_id,
    record_title: [way ?? '-', device].join(' ').trim(),
    after: { ...(way ? { way } : {}), ...(failure ? { failure } : {}), ...(device ? { device } : {}) },
    request: null,
    status_code: status,
  });
}

const logInAction = (actor: Actor, way: LogInWay): LogInAction => {
  if (way === 'common_password') return 'common_password';
  return actor.second_factor === 'code' ? 'log_in_begun' : 'log_in';
};

/** Logs that a session was opened, in its transaction: of who has access to the back office, and of anybody by the common password. */
export async function logSession(
  trx: Db,
  call: Call,
  { token, way, is_admin }: { token: string; way: LogInWay | null; is_admin: boolean },
): Promise<void> {
  if (way === null || !(is_admin || way === 'common_password')) return;
  const session = await loadSession({ db: trx, config: call.ctx.config }, hashToken(token));
  if (!session) throw new Error('a session that was just opened is not there');
  const { actor } = session;
  await writeLogInLine(trx, authorOf(actor), { action: logInAction(actor, way), way }, originOf(call));
}

/** Logs that somebody made a new account where one might have been theirs: of the number's idle account, or by another service. */
export async function logNewAccount(
  trx: Db,
  call: Call,
  { user_id, way }: { user_id: number; way: LogInWay },
): Promise<void> {
  const person = await loadPerson({ db: trx, config: call.ctx.config }, user_id);
  if (!person) throw new Error('an account that was just made is not there');
  await writeLogInLine(trx, authorOf(person.actor), { action: 'new_account', way }, originOf(call));
}

/** Logs that who has access to the back office logged out. */
export const logLogOut = (trx: Db, call: Call, actor: Actor): Promise<void> =>
  writeLogInLine(trx, authorOf(actor), { action: 'log_out', way: null }, originOf(call));

/** Logs that the second step completed a log-in. */
export const logSecondStep = (
  trx: Db,
  call: Call,
  { actor, way }: { actor: Actor; way: 'authenticator' | 'recovery_code' },
): Promise<void> => writeLogInLine(trx, authorOf(actor), { action: 'log_in', way }, originOf(call));

/** Logs a wrong code of the second step: whoever typed it knew the password. Its tries are few. */
export const logWrongStep = (trx: Db, call: Call, actor: Actor): Promise<void> =>
  writeLogInLine(
    trx,
    authorOf(actor),
    { action: 'log_in_failed', way: 'authenticator', failure: 'second_factor', status_code: 422 },
    originOf(call),
  );
