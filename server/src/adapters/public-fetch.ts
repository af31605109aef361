import { lookup } from 'node:dns';
import { request, type RequestOptions } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { AdapterError } from '../core/adapter-error.ts';
import type { VendorFetch } from './lines/vendor-lines.ts';

/** Addresses of this machine, of private networks and of cloud metadata, and those that are no single host. */
const closed = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, prefix, 'ipv4');

/** Global unicast; what else IPv6 has stands for private, local or IPv4 addresses. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
/** 6to4 and Teredo wrap any IPv4 address. */
const wrapping6 = new BlockList();
wrapping6.addSubnet('2002::', 16, 'ipv6');
wrapping6.addSubnet('2001::', 32, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && open6.check(address, 'ipv6') && !wrapping6.check(address, 'ipv6');
}

const refused = (): AdapterError => new AdapterError('config_invalid', { reason: 'private_address' });

/** Checks the addresses that the connection itself uses: a name that changes its mind between check and call gains nothing. */
const lookupOnly =
  (isAllowed: (address: string) => boolean): NonNullable<RequestOptions['lookup']> =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        return callback(refused(), []);
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 4);
    });

const maxBytes = 64 * 1024;

/** The address a school entered, if it may be called: https, without a login, and no number of a private network. */
export function readPublicUrl(url: string): URL {
  const target = new URL(url);
  if (target.protocol !== 'https:' || target.username !== '' || target.password !== '')
    throw new AdapterError('config_invalid', { reason: 'https_only' });
  const host = target.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refused();
  return target;
}

/** What a test reaches that the product does not: a server of this machine, with a certificate that only the test trusts. */
type Trust = { isAllowed: (address: string) => boolean; ca?: string };

/** Calls addresses that a school entered; reaches nothing but public hosts by https, and follows no redirect. */
export function createPublicFetch({ isAllowed, ca }: Trust = { isAllowed: isPublicAddress }): VendorFetch {
  const trusted: RequestOptions = ca === undefined ? {} : { ca };
  return async (url, { method = 'GET', headers, body, signal }) => {
    const target = readPublicUrl(url);
    return new Promise((resolve, reject) => {
      const options: RequestOptions = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        lookup: lookupOnly(isAllowed),
        agent: false,
        ...trusted,
        ...(signal ? { signal } : {}),
      };
      // A time-out is reported as one: a message may have been sent by then.
      const fail = (error: unknown): void => reject(signal?.aborted ? signal.reason : error);
      const outgoing = request(target, options, (reply) => {
        const parts: Buffer[] = [];
        let size = 0;
        reply.on('data', (part: Buffer) => {
          size += part.length;
          if (size > maxBytes) reply.destroy(new AdapterError('bad_response', { reason: 'too_long' }));
          parts.push(part);
        });
        reply.once('error', fail);
        reply.once('end', () => {
          const { statusCode = 500 } = reply;
          resolve(new Response(parts.length === 0 ? null : Buffer.concat(parts), { status: statusCode }));
        });
      });
      outgoing.once('error', fail);
      outgoing.end(typeof body === 'string' ? body : undefined);
    });
  };
}

export const publicFetch: VendorFetch = createPublicFetch();
