export { freezeCards, voidCards } from './card-actions.ts';
export { hashSecret, makeSecrets, openSecret, type SealedSecrets } from './card-secrets.ts';
export type { CardWork } from './card-work.ts';
export { checkCardLimit } from './check-approval.ts';
export { replaceCards } from './replace-cards.ts';
