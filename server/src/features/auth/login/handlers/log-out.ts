import { respond, type HttpReply } from '../../../../core/respond.ts';
import { noSessionCookies } from '../../../../http/authenticate.ts';
import { newVisitor } from '../../../../http/csrf.ts';
import type { Call } from '../../../../core/call.ts';
import { logLogOut } from '../log-entries/log-ins.ts';

const loginPage = '/open/login';

/** A form submitted without script needs a redirect; the app reads the response and navigates itself. */
function isPlainForm({ headers }: Call): boolean {
  const { 'content-type': type = '', 'x-requested-with': script } = headers;
  return (
    type.startsWith('application/x-www-form-urlencoded') && (headers.accept ?? '').includes('text/html') && !script
  );
}

/** Ends the session, if any, and clears its cookies; idempotent. */
export async function logOut(call: Call): Promise<HttpReply<{ redirect: string }>> {
  const { actor, ctx } = call;
  if (actor)
    await ctx.db.transaction().execute(async (trx) => {
      const target = { user_id: actor.user_id, session_id: actor.session_id, reason: 'logout' };
      const ended = await call.sessions.revoke(trx, target);
      if (actor.admin && ended > 0) await logLogOut(trx, call, actor);
    });
  return respond(
    { redirect: loginPage },
    {
      ...(isPlainForm(call) ? { status: 302, headers: { Location: loginPage } } : {}),
      ...(call.is_browser ? { cookies: [...noSessionCookies, newVisitor()] } : {}),
    },
  );
}
