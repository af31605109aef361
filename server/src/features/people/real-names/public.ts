export { settleBirthdaysJob } from './birthdays.ts';
export { decideRealName, previewRealName } from './decide.ts';
export { revealIdCard } from './reveal.ts';
export { openIdCard, sealIdCard } from './id-cards.ts';
export { endFaceCheck } from './face/end-face-check.ts';
export { startFaceCheck } from './face/start-face-check.ts';
export { submitForReview } from './identity-checks.ts';
