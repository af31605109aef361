import type { Field } from '@kaike/shared/kit/field';

/** Whether a time by the school's clock, as `yyyy-MM-dd HH:mm:ss`, is the end of its day and so written as the day alone. */
export const isWholeDay = ({ day_bound: bound }: Field, exact: string): boolean =>
  bound === 'end' && exact.endsWith('23:59:59');
