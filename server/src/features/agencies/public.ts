export { payForBatch, returnReversed, returnVoided } from './card-quota.ts';
export { lockAgencies } from './lock-agencies.ts';
export { checkMaySell, moveQuota } from './quota.ts';
export { proveLedger } from './prove-ledger.ts';
export { lastProof } from './watch-ledger.ts';
