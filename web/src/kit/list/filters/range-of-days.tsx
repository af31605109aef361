import { endOfDay, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { DateSpan } from '../../dates/date-span.tsx';
import { dayOfBound } from './day-spans.ts';
import type { FilterProps } from './filter-props.ts';

/** A range of days; for date-times from the start of the first day to the end of the last, in the school's time zone, in which lists show them. */
export function RangeOfDays({ name, field, state, id, done }: FilterProps) {
  const keys = { from: `where[${name}][0]`, to: `where[${name}][1]` };
  const write = (day: string, momentOf: (day: string) => Date): string | null =>
    day === '' || field.kind === 'date' ? day || null : momentOf(day).toISOString();
  return (
    <DateSpan
      id={id}
      isOptional
      opens={done !== undefined}
      from={dayOfBound(state.get(keys.from))}
      to={dayOfBound(state.get(keys.to))}
      onChange={([from, to]) => {
        state.set({ [keys.from]: write(from, startOfDay), [keys.to]: write(to, endOfDay) });
        done?.();
      }}
    />
  );
}
