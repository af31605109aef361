import { wrongColumnItem } from '@kaike/shared/domain/column-items';
import { AppError, assert } from '../../http/app-error.ts';
import { assignInput } from '../../kit/assign-input.ts';
import type { ResourceBehaviour, Values } from '../../kit/behaviour.ts';

const momentOf = (value: unknown): number | null => (value === null || value === undefined ? null : new Date(value instanceof Date ? value : String(value)).getTime());

function checkItems(values: Values): void {
  const wrong = values['items'] === undefined ? 0 : wrongColumnItem(values['items']);
  if (wrong > 0) throw new AppError('column.items', { field: 'items', params: { n: wrong } });
}

function checkTimes(values: Values): Values {
  const [start, end] = [momentOf(values['start_at']), momentOf(values['end_at'])];
  assert(start === null || end === null || end > start, 'column.ends_before_start', { field: 'end_at' });
  return values;
}

export const columnsBehaviour: ResourceBehaviour = {
  async beforeCreate(_write, values) {
    checkItems(values);
    return checkTimes(values);
  },
  async beforeUpdate(_write, { before, values }) {
    checkItems(values);
    checkTimes({ ...before, ...values });
    return values;
  },
  actions: { 'change-status': assignInput('columns', ['status']), remark: assignInput('columns', ['remark']) },
};
