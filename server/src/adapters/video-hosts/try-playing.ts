import { AdapterError } from '../../core/adapter-error.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { collectUpTo } from '../collect-up-to.ts';
import { openVendor } from '../storage/vendor-http.ts';
import type { HostedStream } from './port.ts';

type Network = VendorClientDeps & {
  /** Where the school's pages are; null while nobody knows. */
  page_origin: string | null;
  /** Whether the school signs its addresses. */
  is_signed: boolean;
  addressOf: (url: string) => string;
};

const timeoutMs = 10_000;
/** A network that ignores ranges sends the whole video. */
const enoughBytes = 64 * 1024;

/** The status of the first bytes of a stream, as a browser on a page of this origin gets it. */
async function statusOf(stream: HostedStream, origin: string | null, { addressOf, fetch }: Network): Promise<number> {
  const { status, body } = await openVendor({
    method: 'GET',
    url: addressOf(stream.url),
    is_safe: true,
    timeout_ms: timeoutMs,
    fetch,
    headers: { Range: 'bytes=0-1', ...(origin === null ? {} : { Referer: `${origin}/` }) },
  }).catch((error: unknown) => {
    if (error instanceof AdapterError && error.reason === 'network')
      throw new AdapterError('config_invalid', { reason: 'wrong_domain', cause: error });
    throw error;
  });
  await collectUpTo(enoughBytes, body);
  return status;
}

/**
 * Whether the best of these streams plays; false when there is none. The network says only that it refuses: what it takes
 * without the page tells why.
 */
export async function tryPlaying([stream]: readonly HostedStream[], network: Network): Promise<boolean> {
  if (!stream) return false;
  const { page_origin: origin, is_signed } = network;
  const status = await statusOf(stream, origin, network);
  if (status === 200 || status === 206) return true;
  const detail = { cause: `the video's address answered ${status}`, status };
  if (status !== 403) throw new AdapterError('config_invalid', { reason: 'wrong_domain', ...detail });
  const isOfPage = origin !== null && (await statusOf(stream, null, network)) < 300;
  const reason = isOfPage ? 'domain_refused' : is_signed ? 'wrong_play_key' : 'play_key_missing';
  throw new AdapterError('config_invalid', { reason, ...detail });
}
