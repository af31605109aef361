import { BlockList, isIP } from 'node:net';
import { AdapterError } from '../../core/adapter-error.ts';
import { isPublicAddress } from '../public-fetch.ts';

/** Addresses of the network itself, where clouds keep their credentials. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addAddress('100.100.100.200', 'ipv4');

const refused = (reason: string): AdapterError => new AdapterError('config_invalid', { reason });

/** Names that only a network of one's own has. */
const isOwnName = (host: string): boolean => host === 'localhost' || /\.(local|internal|lan)$/.test(host);

/**
 * The address of a service as a school entered it. Its own model may stand on its own network, there also without encryption;
 * anything else is called by https. Only who may change settings enters it, and what it answers is shown to nobody but as a reply.
 */
export function readBase(base: string): string {
  const url = URL.canParse(base) ? new URL(base) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refused('https_only');
  if (url.username !== '' || url.password !== '' || url.search !== '') throw refused('https_only');
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) === 4 && linkLocal.check(host, 'ipv4')) throw refused('link_local');
  if (isIP(host) === 6 && /^(fe[89ab]|::ffff:)/i.test(host)) throw refused('link_local');
  const isOwn = isIP(host) === 0 ? isOwnName(host) : !isPublicAddress(host);
  if (url.protocol === 'http:' && !isOwn) throw refused('https_only');
  return url.href.replace(/\/+$/, '');
}
