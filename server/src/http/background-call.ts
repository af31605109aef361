import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '@kaike/shared/domain/constants';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Context } from '../context.ts';
import type { Db } from '../db/pool.ts';
import { AppError } from '../core/app-error.ts';
import { checkGuard } from './guards.ts';
import { loadPerson } from '../core/load-actor.ts';
import type { AdminCall } from './route.ts';
import type { Sessions } from '../core/sessions.ts';
import { translatorOf } from '../core/wording.ts';

type BackgroundParams = {
  ctx: Context;
  sessions: Sessions;
  user_id: number;
  permission: string;
  /** The body the person sent originally. */
  body: Record<string, unknown>;
  locale: Locale;
  time_zone: string;
  ip: string;
  request_id: string;
};

/** A dummy reply: there is no client. */
function emptyReply(): FastifyReply {
  const started = performance.now();
  const reply = {
    statusCode: 200,
    get elapsedTime() {
      return performance.now() - started;
    },
    header: () => reply,
    code: () => reply,
    type: () => reply,
  };
  return reply as unknown as FastifyReply;
}

/**
 * A call in the name of an absent administrator, with the person, roles and scope as they are now.
 * Throws `access.denied` when the person has lost the permission, and `auth.account_stopped` when the account was stopped.
 */
export async function backgroundCall(db: Db, params: BackgroundParams): Promise<AdminCall> {
  const { ctx, sessions, body, locale, time_zone, ip, request_id } = params;
  const person = await loadPerson(db, params.user_id);
  if (person?.user_status !== userStatus.effective) throw new AppError('auth.account_stopped');
  checkGuard('admin', params.permission, { actor: person.actor, back_url: '/admin/index' });
  const request = { body, headers: {}, query: {}, params: {}, cookies: {}, ip, id: request_id };
  return {
    ctx,
    sessions,
    actor: person.actor,
    body,
    query: {},
    params: {},
    locale,
    t: translatorOf(locale),
    time_zone,
    ip,
    request_id,
    is_browser: false,
    request: request as unknown as FastifyRequest,
    reply: emptyReply(),
  } as AdminCall;
}
