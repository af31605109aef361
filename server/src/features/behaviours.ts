import type { ResourceBehaviour } from '../kit/behaviour.ts';
import { rolesBehaviour } from './roles/roles.resource.ts';

/** Behaviour of resources by name, for those whose definition is not enough; one line each. */
export const behaviours: Record<string, ResourceBehaviour> = {
  roles: rolesBehaviour,
};
