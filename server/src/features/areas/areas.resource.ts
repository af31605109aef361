import { assignInput } from '../../kit/write/assign-input.ts';
import type { ResourceBehaviour } from '../../kit/behaviour.ts';

export const areasBehaviour: ResourceBehaviour = {
  actions: { 'change-status': assignInput('areas', ['status']), remark: assignInput('areas', ['remark']) },
};
