import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { FilterProps } from './filter-bar.tsx';

/** From a day to a day, with the usual spans at hand. */
export function RangeOfDays({ name, state, words, id }: FilterProps) {
  const { t } = words;
  const [from, to] = [state.get(`where[${name}][0]`), state.get(`where[${name}][1]`)];
  const today = dayjs().startOf('day');
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }} style={{ width: '100%' }} allowEmpty={[true, true]} placeholder={[t('kit.from'), t('kit.to')]}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      presets={[
        { label: t('kit.today'), value: [today, today.endOf('day')] },
        { label: t('kit.last7'), value: [today.subtract(6, 'day'), today.endOf('day')] },
        { label: t('kit.last30'), value: [today.subtract(29, 'day'), today.endOf('day')] },
        { label: t('kit.this_month'), value: [today.startOf('month'), today.endOf('day')] },
      ]}
      onChange={(range) => state.set({
        [`where[${name}][0]`]: range?.[0]?.startOf('day').toISOString() ?? null,
        [`where[${name}][1]`]: range?.[1]?.endOf('day').toISOString() ?? null,
      })}
    />
  );
}
