import { cookies } from '../../../http/cookies.ts';
import { issueCsrfToken } from '../../../http/csrf.ts';
import { respond, type HttpReply } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';

export async function getToken(call: Call): Promise<HttpReply<{ _token: string }>> {
  const { secrets, clock } = call.ctx;
  const issued = issueCsrfToken(call.cookies[cookies.visitor], { secrets, now: clock() });
  return respond({ _token: issued.token }, { cookies: issued.cookies });
}
