export { countActivations } from './count-activations.ts';
export { cardNumberOf, makeCards } from './make-cards.ts';
export { emptyPackages } from './packages/take-package.ts';
export { passApproval } from './approvals/pass-approval.ts';
export { findBatch, logSecrets, readSecrets, redeemLink } from './packages/read-secrets.ts';
