export { findOwn } from './agency-home.read.ts';
export { defaultAgency } from './default-agency.ts';
export { payForBatch, payForMember, returnMember, returnReversed, returnVoided } from './quota/card-quota.ts';
export { resignStatements } from './quota/handlers/issue-statement.ts';
export { lockAgencies } from './quota/lock-agencies.ts';
export { checkMaySell, moveQuota } from './quota/quota.ts';
export { proveLedger } from './quota/prove-ledger.ts';
export { lastProof } from './quota/watch-ledger.ts';
