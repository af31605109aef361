import type { Action, Condition } from './resource.ts';

type Row = Readonly<Record<string, unknown>>;

function holds(condition: Condition, row: Row): boolean {
  const value = row[condition.field];
  // A row that came without the field cannot be asked; the server will judge.
  if (value === undefined) return true;
  if ('is_set' in condition) return (value !== null && value !== '') === condition.is_set;
  return condition.in.some((allowed) => allowed === value);
}

/** Whether the action makes sense for the row as it is; what buttons ask. */
export function isOffered(action: Pick<Action, 'when'>, row: Row): boolean {
  return (action.when ?? []).every((condition) => holds(condition, row));
}

/** Those of the rows the action makes sense for. */
export function offeredRows<R extends Row>(action: Pick<Action, 'when'>, rows: readonly R[]): R[] {
  return rows.filter((row) => isOffered(action, row));
}
