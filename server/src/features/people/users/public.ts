export { changeEmailOf, changeMobileOf, confirmMobileOf, takenBy } from './change-logins.ts';
export { describeSuspension } from './suspension-effects.ts';
