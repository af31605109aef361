import { DateSpan } from '../../dates/date-span.tsx';
import type { FilterProps } from './filter-props.ts';

/** A range of days; for date-times from the start of the first day to the end of the last, in the browser's time zone. */
export function RangeOfDays({ name, field, state, id, done }: FilterProps) {
  const keys = { from: `where[${name}][0]`, to: `where[${name}][1]` };
  const write = (day: string, time: string): string | null =>
    day === '' || field.kind === 'date' ? day || null : new Date(`${day}T${time}`).toISOString();
  return (
    <DateSpan
      id={id}
      is_optional
      opens={done !== undefined}
      from={state.get(keys.from)}
      to={state.get(keys.to)}
      onChange={([from, to]) => {
        state.set({ [keys.from]: write(from, '00:00:00.000'), [keys.to]: write(to, '23:59:59.999') });
        done?.();
      }}
    />
  );
}
