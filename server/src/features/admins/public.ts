export { checkMayChange, keepOneSuper } from './admin-roles.ts';
