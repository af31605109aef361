import { longCookieDays } from '@kaike/shared/domain/constants';
import { cookies } from '../../../http/cookies.ts';
import { respond, type HttpReply } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { makeToken } from '../../../core/secrets.ts';

const clientIdPattern = /^[\w-]{8,64}$/;

export async function getClientId(call: Call): Promise<HttpReply<{ client_id: string }>> {
  const existing = call.cookies[cookies.client_id];
  const clientId = existing && clientIdPattern.test(existing) ? existing : makeToken();
  const cookie = { name: cookies.client_id, value: clientId, max_age: longCookieDays * 86_400 };
  return respond({ client_id: clientId }, { cookies: [cookie] });
}
