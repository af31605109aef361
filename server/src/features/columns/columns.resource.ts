import { assert } from '../../http/app-error.ts';
import { assignInput } from '../../kit/assign-input.ts';
import type { ResourceBehaviour, Values } from '../../kit/behaviour.ts';

const momentOf = (value: unknown): number | null => (value === null || value === undefined ? null : new Date(value instanceof Date ? value : String(value)).getTime());

function checkTimes(values: Values): Values {
  const [start, end] = [momentOf(values['start_at']), momentOf(values['end_at'])];
  assert(start === null || end === null || end > start, 'column.ends_before_start', { field: 'end_at' });
  return values;
}

export const columnsBehaviour: ResourceBehaviour = {
  beforeCreate: async (_write, values) => checkTimes(values),
  async beforeUpdate(_write, { before, values }) {
    checkTimes({ ...before, ...values });
    return values;
  },
  actions: { 'change-status': assignInput('columns', ['status']), remark: assignInput('columns', ['remark']) },
};
