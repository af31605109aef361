import { AdapterError } from '../../../core/adapter-error.ts';
import type { VendorClientDeps } from '../../http-client/vendor-clients.ts';
import type { MapProvider } from '../port.ts';

const timeoutMs = 5000;
const maxBytes = 5 * 1024 * 1024;

/** Where requests of the script go; whatever is not here is refused. */
const hosts: readonly (readonly [path: RegExp, host: string])[] = [
  [/^\/v4\/map\/styles$/, 'https://webapi.amap.com'],
  [/^\/v3\/vectormap$/, 'https://fmap01.amap.com'],
  [/^\/v3\/(?:geocode|place|assistant|config|ip|log|iasdkauth)(?:\/[a-z]+)*$/, 'https://restapi.amap.com'],
];

/** Markup would run with the rights of our pages. */
const typeOf = (type: string): string => (/html|xml|svg/i.test(type) ? 'text/plain; charset=utf-8' : type);

/** Passes requests of Amap's script on with the security code: reading only, without cookies, to known addresses. `base` replaces the official hosts. */
export function createAmapProxy(
  { code, base }: { code: string; base: string },
  line: VendorClientDeps,
): MapProvider['forward'] {
  return async (path, query) => {
    const host = hosts.find(([pattern]) => pattern.test(path))?.[1];
    if (host === undefined) return null;
    const params = new URLSearchParams(query);
    params.set('jscode', code);
    try {
      const response = await (line.fetch ?? fetch)(`${base || host}${path}?${params.toString()}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = Buffer.from(await response.arrayBuffer());
      if (body.length > maxBytes) throw new AdapterError('bad_response', { reason: 'too_long' });
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      return { status: response.status, type: typeOf(type), body };
    } catch (error) {
      if (error instanceof AdapterError) throw error;
      const isTimeout = error instanceof Error && error.name === 'TimeoutError';
      throw new AdapterError('unavailable', { reason: isTimeout ? 'timeout' : 'network', cause: error });
    }
  };
}
