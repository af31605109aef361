import { promisify } from 'node:util';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

const { asyncWrapper } = getConfig();
const nextTurn = promisify(setImmediate);
const turnCount = 5;

/**
 * An element is found as soon as it is in the page. After a render that took React's slice of 5 ms its effects (focus,
 * history) run in a later turn of the event loop, at times after the test: React then gets the turns it may need.
 */
async function effectsOfSlowRender(): Promise<void> {
  for (let turn = 0; turn < turnCount; turn += 1) await nextTurn();
}

configure({
  // On a busy machine waiting can take long.
  asyncUtilTimeout: 60_000,
  asyncWrapper: async (wait) => {
    const result = await asyncWrapper(wait);
    await effectsOfSlowRender();
    return result;
  },
});

// Test files share the packages, as loading them takes longer than the tests; the product's own module state is reset for each.
vi.resetModules();

const home = location.href;

const classes = {
  Node,
  Element,
  HTMLElement,
  HTMLInputElement,
  HTMLMediaElement,
  HTMLCanvasElement,
  Document,
  Navigator,
};

/** What a browser offers; the files share it, so one that leaves it changed breaks whichever runs next. */
const platform = [globalThis, ...Object.values(classes).map(({ prototype }) => prototype)].map((owner) => ({
  owner,
  // Node replaces the getters of some globals by their values at the first use.
  functions: Object.entries(Object.getOwnPropertyDescriptors(owner)).filter(([, { value }]) => value !== undefined),
}));

/** What a file may not leave on these, beside functions that it replaced. */
const objects = Object.entries({ navigator, document, window: globalThis }).map(([name, owner]) => ({
  name,
  owner,
  ownNames: Object.getOwnPropertyNames(owner),
}));
/** Marks of the packages, which the files share. */
const isOfPackage = (name: string): boolean => /^(?:_reactListening|IS_REACT_ACT_ENVIRONMENT$|__)/.test(name);

const addedNames = (): string[] =>
  objects.flatMap(({ name, owner, ownNames }) =>
    Object.getOwnPropertyNames(owner)
      .filter((added) => !ownNames.includes(added) && !isOfPackage(added))
      .map((added) => `${name} ${added}`),
  );

const changedFunctions = (): string[] =>
  platform.flatMap(({ owner, functions }) =>
    functions
      .filter(([name, { value }]) => !Object.is(Object.getOwnPropertyDescriptor(owner, name)?.value, value))
      .map(([name]) => `${Object.prototype.toString.call(owner)} ${name}`),
  );

afterAll(() => {
  // The page keeps its language, which the next file would take for the reader's.
  document.documentElement.removeAttribute('lang');
  document.cookie = 'Language=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
  const changed = [...changedFunctions(), ...addedNames()];
  if (changed.length > 0) throw new Error(`Left changed for the next test file: ${changed.join(', ')}.`);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // Notices and confirmations are rendered outside of tests' roots: removed only from the page, the next ones would be drawn beside it.
  const left = document.querySelector('.ant-notification, .ant-modal-confirm');
  // The files share one page: neither what a test put there nor where it went must meet the next one.
  document.body.replaceChildren();
  // The address of a file that was saved has no paths: what is relative to it would be about:blank from then on.
  location.href = home;
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  if (left) throw new Error(`Still shown after the test: ${left.textContent}`);
});
