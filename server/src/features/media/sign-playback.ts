import type { LocalStorage } from '../../adapters/storage/port.ts';
import type { Renditions } from './renditions.ts';

export type Playback = { mode: Renditions['mode']; url: string };

/**
 * An address that plays a ready video until a moment. Parameters are covered by the signature and go on to every segment
 * of a playlist, so an address can be bound to a member and a lesson.
 */
export function signPlayback(storage: LocalStorage, renditions: Renditions, given: { expires_at: Date; params?: Record<string, string> }): Playback {
  return { mode: renditions.mode, url: storage.signedUrl(renditions.playlist, given) };
}
