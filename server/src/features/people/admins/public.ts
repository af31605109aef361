export { checkMayChange, assertOneSuper } from './admin-roles.ts';
