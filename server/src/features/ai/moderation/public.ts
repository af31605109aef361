export { addModeration, eraseModerations, verdictOf } from './add-moderation.ts';
export { checkContinued, createTextCheck } from './check/check-text.ts';
export { maskContacts } from './check/contacts.ts';
export { loadHelpLines } from './help-lines.ts';
