import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

// The machine of a test is quick and answers in order; a busy database does not. A quarter of all statements leaves
// later by up to 25 ms, in order on each connection, so what relies on the order of concurrent requests fails here.
const share = 0.25;
const maxDelayMs = 25;

type Query = (...args: unknown[]) => unknown;

const { prototype } = pg.Client;
const isDelayed = Symbol.for('kaike.statements-are-delayed');
/** The last delayed statement of each connection. */
const last = new WeakMap<object, Promise<unknown>>();

/** The pool and cursors call back; only promises can be delayed without changing what the caller gets. */
const returnsPromise = (args: readonly unknown[]): boolean => {
  const [query] = args;
  const isSubmitted = typeof query === 'object' && query !== null && 'submit' in query;
  return !isSubmitted && typeof args.at(-1) !== 'function';
};

const pause = async (): Promise<void> => {
  if (Math.random() < share) await wait(Math.random() * maxDelayMs);
};

// Test files share their modules, and each of them loads this one.
if (!(isDelayed in prototype)) {
  const send: Query = prototype.query;
  function query(this: object, ...args: unknown[]): unknown {
    if (!returnsPromise(args)) return send.apply(this, args);
    const done = (last.get(this) ?? Promise.resolve()).then(pause).then(() => send.apply(this, args));
    last.set(
      this,
      done.catch(() => undefined),
    );
    return done;
  }
  Object.assign(prototype, { query, [isDelayed]: true });
}
