export {
  holdSeconds,
  lockMember,
  planTurn,
  loadSpendable,
  releaseSeconds,
  settleSeconds,
  spendableSec,
  type Charge,
} from './hold-seconds.ts';
export { postSeconds } from './post-seconds.ts';
export { proveSeconds } from './prove-seconds.ts';
export { lastSecondsDrift } from './watch-seconds.ts';
