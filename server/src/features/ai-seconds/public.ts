export { postSeconds } from './post-seconds.ts';
export { proveSeconds } from './prove-seconds.ts';
export { lastSecondsDrift } from './watch-seconds.ts';
