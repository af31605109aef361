import { createPath, type Location, type To } from 'react-router';

/** What the browser keeps with an entry. */
type Entry = { usr?: unknown; key?: string; idx?: number } | null;

const entry = (): Entry => history.state as Entry;

export const addressOf = (to: To): string => (typeof to === 'string' ? to : createPath(to));

export function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: entry()?.usr ?? null, key: entry()?.key ?? 'default' };
}

/** The location of an address of the app, as a new entry of the history. */
export function locationOf(to: To, state: unknown): Location {
  const { pathname, search, hash } = new URL(addressOf(to), window.location.href);
  return { pathname, search, hash, state, key: Math.random().toString(36).slice(2, 10) };
}

/** Where the current entry is among those of the app; undefined for one that the app did not write. */
export const currentPosition = (): number | undefined => entry()?.idx;

export function writeEntry(method: 'pushState' | 'replaceState', location: Location, idx: number): void {
  const address = createPath(location);
  try {
    history[method]({ usr: location.state, key: location.key, idx }, '', address);
  } catch (error) {
    // Safari refuses more than a hundred entries in half a minute.
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
    window.location.assign(address);
  }
}
