import type * as start from '@kaike/shared/contracts/auth/start';
import { type HttpReply, respond } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { loadClientConfig } from './client-config.ts';

export async function getConfig(call: Call): Promise<HttpReply<start.ClientConfig>> {
  return respond(await loadClientConfig(call), { headers: { 'Cache-Control': 'private, no-cache' } });
}
