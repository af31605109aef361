import type { Position } from '@kaike/shared/domain/site/map-point';

/** What a provider's map is drawn with; positions are the provider's own. */
export type MapHost = {
  element: HTMLElement;
  middle: Position;
  marked: Position | null;
  zoom: number;
  onPick: (position: Position) => void;
  onLost: () => void;
};

/** How long a provider's script may take. */
const scriptMs = 5000;
const callbackName = 'kaikeMapReady';

declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    /** Called by the scripts of providers when they are ready. */
    kaikeMapReady?: () => void;
  }
}

let loading: Promise<void> | null = null;

/** Loads a provider's script once; it calls the name in its address when it is ready. A failure is tried again with the next map. */
export function loadMapScript(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const tag = document.createElement('script');
    const fail = (): void => {
      loading = null;
      tag.remove();
      reject(new Error('the map did not come'));
    };
    const timer = setTimeout(fail, scriptMs);
    window.kaikeMapReady = () => {
      clearTimeout(timer);
      resolve();
    };
    tag.src = `${address}&callback=${callbackName}`;
    tag.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    document.head.append(tag);
  });
  return loading;
}
