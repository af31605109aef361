export { endFaceCheck, openFaceCheck, submitForReview } from './identity-checks.ts';
export { decideRealName, previewRealName } from './decide.ts';
export { revealIdCard } from './reveal.ts';
export { openIdCard, sealIdCard } from './id-cards.ts';
