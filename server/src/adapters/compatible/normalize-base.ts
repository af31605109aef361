import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { isIP } from 'node:net';
import { AdapterError } from '../../core/adapter-error.ts';
import { isOwnAddress, isPublicAddress } from '../public-fetch.ts';

const refused = (reason: string): AdapterError => new AdapterError('config_invalid', { reason });

/** Names that only a network of one's own has. */
const isOwnName = (host: string): boolean => host === 'localhost' || /\.(local|internal|lan)$/.test(host);

/**
 * The address of a service as a school entered it. Its own model may stand on its own network, there also without encryption;
 * anything else is called by https. Only who may change settings enters it, and what it answers is shown to nobody but as a reply.
 */
export function normalizeBase(base: string): string {
  const url = URL.canParse(base) ? new URL(base) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refused('https_only');
  if (url.username !== '' || url.password !== '' || url.search !== '') throw refused('https_only');
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) !== 0 && !isOwnAddress(host)) throw refused('link_local');
  const isOwn = isIP(host) === 0 ? isOwnName(host) : !isPublicAddress(host);
  if (url.protocol === 'http:' && !isOwn) throw refused('https_only');
  return trimSlashes(url.href);
}
