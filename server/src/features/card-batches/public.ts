export { countActivations } from './count-activations.ts';
export { makeCards } from './make-cards.ts';
export { emptyPackages } from './take-package.ts';
export { passApproval } from './pass-approval.ts';
export { findBatch, logSecrets, originOf, readSecrets, redeemLink } from './read-secrets.ts';
