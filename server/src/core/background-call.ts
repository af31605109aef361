import type { Locale } from '@kaike/shared/locales/languages';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Context } from './context.ts';
import type { Db } from '../db/pool.ts';
import { isAdmin } from './actor.ts';
import { AppError, assert } from './app-error.ts';
import { checkGuard } from './guards.ts';
import { loadPerson } from './sessions/load-actor.ts';
import type { AdminCall } from './call.ts';
import type { Sessions } from './sessions/sessions.ts';
import { translatorOf } from './wording.ts';

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

/**
 * A call in the name of an absent administrator, with the person, roles and scope as they are now.
 * Throws `access.denied` when the person has lost the permission, and `auth.account_stopped` when the account was stopped.
 */
export async function backgroundCall(db: Db, params: BackgroundParams): Promise<AdminCall> {
  const { ctx, sessions, body, locale, time_zone, ip, request_id } = params;
  const person = await loadPerson({ db, config: ctx.config }, params.user_id);
  if (person?.user_status !== userStatus.effective) throw new AppError('auth.account_stopped');
  const { actor } = person;
  checkGuard('admin', params.permission, { actor, back_url: '/admin/index' });
  assert(isAdmin(actor), 'access.denied');
  return {
    ctx,
    sessions,
    actor,
    body,
    query: {},
    params: {},
    locale,
    t: translatorOf(locale),
    time_zone,
    ip,
    request_id,
    idempotency_key: null,
    is_browser: false,
    method: null,
    path: null,
    route: null,
    origin: ctx.config.public_url ?? '',
    hostname: '',
    user_agent: '',
    headers: {},
    cookies: {},
    raw_body: body,
    raw_query: {},
    may_use_stand_ins: false,
    is_opened_from_console: false,
    status: 200,
    started_ms: performance.now(),
    upload: () => Promise.reject(new AppError('upload.missing')),
  };
}
