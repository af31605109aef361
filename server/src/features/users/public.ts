export { changeEmailOf, changeMobileOf, confirmMobileOf, takenBy } from './change-logins.ts';
export { describeStop } from './stop-losses.ts';
