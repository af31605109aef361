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

/** A place that a provider knows by a name or an address. */
export type KnownPlace<At = Position> = { name: string; address: string; at: At };

/** A map that was drawn. */
export type DrawnMap<At = Position> = {
  /** Rejects when the provider does not answer, or refuses. */
  search: (text: string) => Promise<KnownPlace<At>[]>;
  /** Marks a place and moves there. */
  show: (at: At) => void;
  remove: () => void;
};

/** How long a provider's script, or its answer, may take. */
export const providerMs = 5000;
/** How many places a search offers. */
export const maxPlaces = 8;
const callbackName = 'kaikeMapReady';

declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    /** Called by the scripts of providers when they are ready. */
    kaikeMapReady?: () => void;
  }
}

/** Rejects when the answer of a provider's script does not come in time. */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer came')), providerMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
    const timer = setTimeout(fail, providerMs);
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
