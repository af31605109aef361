import type { LocalStorage } from '../../adapters/storage/port.ts';
import type { Renditions } from './renditions.ts';

export type Playback = {
  mode: Renditions['mode'];
  url: string;
  /** Where there is a choice: each quality by itself, the best first. */ renditions: string[];
};

/**
 * An address that plays a ready video until a moment. Parameters are covered by the signature and go on to every segment
 * of a playlist, so an address can be bound to a member and a lesson. The address of one quality ends and is bound like that of all.
 */
export function signPlayback(
  storage: LocalStorage,
  renditions: Renditions,
  options: { expires_at: Date; params?: Record<string, string> },
): Playback {
  const { mode, folder, playlist, renditions: qualities } = renditions;
  const choices = mode === 'hls' && qualities.length > 1 ? qualities : [];
  return {
    mode,
    url: storage.signedUrl(playlist, options),
    renditions: choices.map((one) => storage.signedUrl(`${folder}/${one.playlist}`, options)),
  };
}
