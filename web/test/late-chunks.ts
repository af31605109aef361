const { setTimeout: wait } = globalThis;
const delayMs = 200;

Object.defineProperty(globalThis, 'afterDelay', {
  configurable: true,
  value: () => new Promise<void>((resolve) => wait(resolve, delayMs)),
});
