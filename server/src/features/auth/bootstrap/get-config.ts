import { createHash } from 'node:crypto';
import type * as start from '@kaike/shared/contracts/auth/start';
import { type HttpReply, respond } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { loadClientConfig } from './client-config.ts';

export async function getConfig(call: Call): Promise<HttpReply<start.ClientConfig>> {
  const config = await loadClientConfig(call);
  const etag = createHash('sha1').update(JSON.stringify(config)).digest('base64url');
  return respond(config, { headers: { ETag: `"${etag}"`, 'Cache-Control': 'private, no-cache' } });
}
