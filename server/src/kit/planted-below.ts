export { rolesBehaviour } from '../features/roles/roles.resource.ts';
