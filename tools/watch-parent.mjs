const POLL_MS = 500;

/**
 * Calls back once the process that started this one is gone. npm passes a signal to its shell, which ends without passing
 * it on: what the shell ran would live on with no terminal.
 */
export function onceParentIsGone(callback, env = process.env) {
  if (env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    callback();
  }, POLL_MS).unref();
}
