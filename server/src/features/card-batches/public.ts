export { countActivations } from './count-activations.ts';
export { makeCards } from './make-cards.ts';
export { moveCards } from './move-cards.ts';
export { emptyPackages } from './pack-cards.ts';
export { resumeBatches } from './resume-batches.ts';
export { expireApprovals, runApproval } from './run-approval.ts';
