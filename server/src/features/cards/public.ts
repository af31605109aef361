export { freezeCards, voidCards } from './card-actions.ts';
export { hashSecret, makeSecrets, openSecret, type SealedSecrets } from './card-secrets.ts';
export { workOf, type CardWork } from './card-work.ts';
export { spendCardLimit } from './check-approval.ts';
export { cardsOfOrder } from './find-holder.ts';
export { replaceCards } from './replace-cards.ts';
export { forgetSoloUses } from './solo-uses.ts';
export { reveal } from './reveal-secret.ts';
