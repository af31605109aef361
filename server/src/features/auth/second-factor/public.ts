export { resetByName, resetSecondFactor } from './reset.ts';
