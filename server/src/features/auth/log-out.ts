import { clearSessionCookies } from '../../http/authenticate.ts';
import { renewVisitor } from '../../http/csrf.ts';
import type { Call } from '../../http/route.ts';

const loginPage = '/open/login';

/** A form submitted without script needs a redirect; the app reads the response and navigates itself. */
function isPlainForm({ request }: Call): boolean {
  const type = request.headers['content-type'] ?? '';
  return (
    type.startsWith('application/x-www-form-urlencoded') &&
    (request.headers.accept ?? '').includes('text/html') &&
    !request.headers['x-requested-with']
  );
}

/** Ends the session, if any, and clears its cookies; idempotent. */
export async function logOut(call: Call): Promise<{ redirect: string }> {
  const { actor, ctx, reply } = call;
  if (actor)
    await call.sessions.revoke(ctx.db, { user_id: actor.user_id, session_id: actor.session_id, reason: 'logout' });
  if (call.is_browser) {
    clearSessionCookies(reply);
    renewVisitor(reply, call.request.protocol === 'https');
  }
  if (isPlainForm(call)) void reply.code(302).header('Location', loginPage);
  return { redirect: loginPage };
}
