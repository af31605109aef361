export { countActivations } from './count-activations.ts';
export { cardNumberOf, makeCards } from './make-cards.ts';
export { emptyPackages } from './packages/empty-packages.ts';
export { passApproval } from './approvals/pass-approval.ts';
export { findBatch, logSecrets, loadSecrets, redeemLink } from './packages/load-secrets.ts';
