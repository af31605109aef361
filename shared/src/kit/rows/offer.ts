import type { Action, Condition } from '../resource.ts';

type Row = Readonly<Record<string, unknown>>;

function holds(condition: Condition, row: Row): boolean {
  const value = row[condition.field];
  // The row lacks the field; the server decides.
  if (value === undefined) return true;
  if ('is_set' in condition) return (value !== null && value !== '') === condition.is_set;
  if ('at_least' in condition) return Number(value) >= condition.at_least;
  return condition.in.some((allowed) => allowed === value);
}

/** Whether the action applies to the row in its current state; used by buttons. */
export function isOffered(action: Pick<Action, 'when'>, row: Row): boolean {
  return (action.when ?? []).every((condition) => holds(condition, row));
}

/** The rows the action applies to. */
export function offeredRows<R extends Row>(action: Pick<Action, 'when'>, rows: readonly R[]): R[] {
  return rows.filter((row) => isOffered(action, row));
}
