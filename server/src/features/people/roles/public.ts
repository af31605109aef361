export { builtInTexts, wordRoleLabels } from './built-in-roles.ts';
