export { openIdOf, whoAmIPath } from './open-id.ts';
