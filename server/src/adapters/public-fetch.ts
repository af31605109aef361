import { lookup } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { AdapterError } from '../core/adapter-error.ts';
import type { Network, VendorFetch } from './http-client/vendor-clients.ts';

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
/** Azure answers there what concerns the machine, though the address looks public. */
const azureHost = '168.63.129.16';
closed.addAddress(azureHost, 'ipv4');

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

/** Addresses of the network itself, where clouds keep their credentials. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
// Aliyun, Oracle, Azure.
for (const address of ['100.100.100.200', '192.0.0.192', azureHost]) linkLocal.addAddress(address, 'ipv4');
linkLocal.addSubnet('0.0.0.0', 8, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
// Amazon, Google.
linkLocal.addSubnet('fd00:ec2::', 32, 'ipv6');
linkLocal.addSubnet('fd20:ce::', 32, 'ipv6');
/** NAT64 wraps any IPv4 address. */
wrapping6.addSubnet('64:ff9b::', 96, 'ipv6');

/** Whether a service of the school's own network may have the address: any but those of the network itself. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !linkLocal.check(address, 'ipv4');
  return (
    family === 6 && !linkLocal.check(address, 'ipv6') && !wrapping6.check(address, 'ipv6') && !/^::ffff:/i.test(address)
  );
}

const refused = (reason = 'private_address'): AdapterError => new AdapterError('config_invalid', { reason });

/** Which hosts may be called. A connection that is kept was checked when it was opened. `ca` is what only a test trusts. */
type Reach = {
  isAllowed: (address: string) => boolean;
  allows_http?: boolean;
  keeps_connections?: boolean;
  ca?: string;
};

/** Checks the addresses that the connection itself uses: a name that changes its mind between check and call gains nothing. */
const lookupOnly =
  ({ isAllowed }: Reach): NonNullable<RequestOptions['lookup']> =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        return callback(refused(), []);
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 4);
    });

/** Names are checked when they are looked up; a number is not looked up. */
function readUrl(url: string, { isAllowed, allows_http = false }: Reach): URL {
  const target = new URL(url);
  const isAllowedScheme = target.protocol === 'https:' || (allows_http && target.protocol === 'http:');
  if (!isAllowedScheme || target.username !== '' || target.password !== '') throw refused('https_only');
  const host = target.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) !== 0 && !isAllowed(host)) throw refused();
  return target;
}

const reaches: Readonly<Record<Network, Reach>> = {
  public: { isAllowed: isPublicAddress, keeps_connections: true },
  /** For services that may stand on the school's own network, there also without encryption. */
  own: { isAllowed: isOwnAddress, allows_http: true, keeps_connections: true },
};

/** Ends of names that only this machine or a network of one's own answers. */
const ownNames = /(^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)\.?$/i;

/**
 * Refuses an address that a call would refuse, so that it is refused when it is saved: without https, with a login in it, or
 * on this machine or a closed network. Throws an AdapterError `config_invalid` with the reason. Names are looked up by the call.
 */
export function assertReachable(url: string, network: Network = 'public'): void {
  if (!URL.canParse(url)) throw refused('https_only');
  const { hostname } = readUrl(url, reaches[network]);
  if (network === 'public' && ownNames.test(hostname)) throw refused();
}

/** The bytes of a body and the type that goes with them, which a form decides by its boundary. */
async function packBody(body: RequestInit['body']): Promise<{ bytes: Buffer | null; type: string | null }> {
  if (body === undefined || body === null) return { bytes: null, type: null };
  const packed = new Response(body);
  return { bytes: Buffer.from(await packed.arrayBuffer()), type: packed.headers.get('content-type') };
}

/** A body that breaks off because its time is over says so. */
async function* partsOf(reply: IncomingMessage, signal: AbortSignal | null | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of reply as AsyncIterable<Buffer>) yield new Uint8Array(part);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}

const hasNoBody = (status: number, method: string): boolean =>
  method === 'HEAD' || status === 204 || status === 205 || status === 304;

function toResponse(reply: IncomingMessage, method: string, signal: AbortSignal | null | undefined): Response {
  const { statusCode: status = 500 } = reply;
  const headers = new Headers(
    Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
      [value ?? []].flat().map((one) => [name, one]),
    ),
  );
  if (!hasNoBody(status, method)) return new Response(ReadableStream.from(partsOf(reply, signal)), { status, headers });
  reply.resume();
  return new Response(null, { status, headers });
}

/** Shorter than servers keep a connection that is not used. */
const idleMs = 4000;

/** Calls addresses that a school entered, within reach and by the connection's own look at the address; follows no redirect. */
export function createPublicFetch(reach: Reach): VendorFetch {
  const options = { keepAlive: reach.keeps_connections ?? false, timeout: idleMs };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const trusted: RequestOptions = reach.ca === undefined ? {} : { ca: reach.ca };
  return async (url, { method = 'GET', headers, body, signal }) => {
    const target = readUrl(url, reach);
    const { bytes, type } = await packBody(body);
    const all = new Headers(headers);
    if (type !== null && !all.has('content-type')) all.set('content-type', type);
    signal?.throwIfAborted();
    const isTls = target.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const outgoing = (isTls ? requestHttps : requestHttp)(
        target,
        {
          method,
          headers: Object.fromEntries(all),
          lookup: lookupOnly(reach),
          agent: isTls ? agents.https : agents.http,
          ...trusted,
          ...(signal ? { signal } : {}),
        },
        (reply) => resolve(toResponse(reply, method, signal)),
      );
      // A time-out is reported as one: a message may have been sent by then.
      outgoing.on('error', (error) => reject(signal?.aborted ? signal.reason : error));
      outgoing.end(bytes ?? undefined);
    });
  };
}

export const publicFetch: VendorFetch = createPublicFetch(reaches.public);
export const ownNetworkFetch: VendorFetch = createPublicFetch(reaches.own);
