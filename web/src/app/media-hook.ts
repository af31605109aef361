import { useSyncExternalStore } from 'react';

/** A hook that follows a media query. */
export function mediaHook(text: string): () => boolean {
  const query = window.matchMedia(text);
  return () =>
    useSyncExternalStore(
      (changed) => {
        query.addEventListener('change', changed);
        return () => query.removeEventListener('change', changed);
      },
      () => query.matches,
    );
}
