export { endFaceCheck, submitForReview as handIn, openFaceCheck } from './identity-checks.ts';
export { decideRealName, previewRealName as rehearseRealName } from './decide.ts';
export { revealIdCard } from './reveal.ts';
