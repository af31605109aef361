import { create } from 'zustand';
import type { ApiError } from '../api/api-error.ts';
import { useSession } from './session.ts';

type Store = { is_open: boolean; reason: string };

/** The login box over a page whose session has ended. */
export const useEndedSession = create<Store>(() => ({ is_open: false, reason: '' }));

let hosts = 0;
/** When the user last logged in again over a page, by `performance.now()`. */
let regainedMs = -Infinity;
let waiting: { promise: Promise<boolean>; resolve: (isBack: boolean) => void } | null = null;

/** Registers a layout that can show the box; returns a function that unregisters it. */
export function hostLoginBox(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
  };
}

/**
 * Asks the user to log in again over the page; true once the same request may be sent again. However many requests were
 * refused, there is one box, and none for a refusal of a request from before the login that arrives after it. False at once
 * where no page can show it or nobody was logged in.
 */
export function regainSession({ message }: Pick<ApiError, 'message'>, sentMs: number): Promise<boolean> {
  if (hosts === 0 || !useSession.getState().user) return Promise.resolve(false);
  if (sentMs < regainedMs) return Promise.resolve(true);
  if (!waiting) {
    let resolve: (isBack: boolean) => void = () => undefined;
    const promise = new Promise<boolean>((done) => {
      resolve = done;
    });
    waiting = { promise, resolve };
    useEndedSession.setState({ is_open: true, reason: message });
  }
  return waiting.promise;
}

/** Closes the box: the same user is back, or the refusals are reported as usual. */
export function endLoginBox(isBack: boolean): void {
  if (isBack) regainedMs = performance.now();
  useEndedSession.setState({ is_open: false, reason: '' });
  waiting?.resolve(isBack);
  waiting = null;
}

/** While the box is open there is no prompt about unsaved changes, and drafts are kept. */
export const isLoginBoxOpen = (): boolean => useEndedSession.getState().is_open;
