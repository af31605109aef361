import type { Storage } from '../../../adapters/storage/port.ts';
import type { Renditions } from './renditions.ts';

export type Playback = {
  mode: Renditions['mode'];
  url: string;
  /** If there is a choice: one address per quality, best first. */ renditions: string[];
};

/**
 * An address that plays a ready video until it expires. Parameters are covered by the signature and passed on to every
 * segment of a playlist, so an address can be bound to a member and a lesson. Addresses of single qualities have the same limits.
 */
export function signPlayback(
  storage: Pick<Storage, 'signedUrl'>,
  renditions: Renditions,
  { expires_at, params }: { expires_at: Date; params?: Record<string, string> },
): Playback {
  const { mode, folder, playlist, renditions: qualities, hosted } = renditions;
  const options = { expires_at, params: { ...params, ...(hosted ? { h: `${hosted.host}/${hosted.video}` } : {}) } };
  const choices = mode === 'hls' && qualities.length > 1 ? qualities : [];
  return {
    mode,
    url: storage.signedUrl(playlist, options),
    renditions: choices.map((one) => storage.signedUrl(`${folder}/${one.playlist}`, options)),
  };
}
