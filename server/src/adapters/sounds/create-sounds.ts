import { AdapterError } from '../../core/adapter-error.ts';
import { compareSounds } from './pocketsphinx/compare-sounds.ts';
import { findPocketsphinx } from './pocketsphinx/find-pocketsphinx.ts';
import type { SoundCheck } from './port.ts';

/** Recordings that wait for the one that is compared; each takes a processor for half a second. */
const maxWaiting = 8;

/** PocketSphinx, as far as the operator installed it; one recording after the other. */
export function createSounds(find = () => findPocketsphinx()): SoundCheck {
  let waiting = 0;
  const members = new Set<number>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: async () => ((await find()) ? 'PocketSphinx' : null),
    async compare(samples, words, memberId) {
      if (waiting >= maxWaiting || (memberId !== undefined && members.has(memberId)))
        throw new AdapterError('unavailable', { reason: 'busy' });
      waiting += 1;
      if (memberId !== undefined) members.add(memberId);
      const own = last.then(async () => {
        const pocketsphinx = await find();
        if (!pocketsphinx) throw new AdapterError('not_supported');
        return compareSounds(pocketsphinx, samples, words);
      });
      last = own.catch(() => undefined);
      return own.finally(() => {
        waiting -= 1;
        if (memberId !== undefined) members.delete(memberId);
      });
    },
  };
}
