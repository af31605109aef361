import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { daySpans, daysOfSpan } from './day-spans.ts';
import type { FilterProps } from './filter-bar.tsx';

/** From a day to a day, with the usual spans at hand. */
export function RangeOfDays({ name, field, state, words, id }: FilterProps) {
  const { t } = words;
  const isDay = field.kind === 'date';
  const [from, to] = [state.get(`where[${name}][0]`), state.get(`where[${name}][1]`)];
  const write = (moment: dayjs.Dayjs | null | undefined, end: 'start' | 'end'): string | null => {
    if (!moment) return null;
    if (isDay) return moment.format('YYYY-MM-DD');
    return (end === 'start' ? moment.startOf('day') : moment.endOf('day')).toISOString();
  };
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }} style={{ width: '100%' }} allowEmpty={[true, true]} placeholder={[t('kit.from'), t('kit.to')]}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      presets={daySpans.map((span) => ({ label: t(`lists.spans.${span}`), value: () => { const [first, last] = daysOfSpan(span, new Date()); return [dayjs(first), dayjs(last)]; } }))}
      onChange={(range) => state.set({ [`where[${name}][0]`]: write(range?.[0], 'start'), [`where[${name}][1]`]: write(range?.[1], 'end') })}
    />
  );
}
