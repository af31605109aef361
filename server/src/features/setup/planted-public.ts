export { rolesBehaviour } from '../roles/roles.resource.ts';
