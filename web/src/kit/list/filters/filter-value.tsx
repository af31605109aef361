import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { Field } from '@kaike/shared/kit/field';
import { formatMoney } from '@kaike/shared/kit/format';
import { fetchOptions } from '../../fields/relation/fetch-options.ts';
import { dayOfBound, daySpans, daysOfSpan } from './day-spans.ts';
import type { FilterProps } from './filter-props.ts';

type Props = Omit<FilterProps, 'id' | 'done'>;
const isDay = ({ kind }: Field): boolean => kind === 'date' || kind === 'date_time';
type Bounds = readonly [from: string, to: string];

function daysText({ words: { t } }: Props, bounds: Bounds): string {
  const [from, to] = bounds.map(dayOfBound);
  const today = dayOf(new Date());
  const span = daySpans.find((one) => {
    const [first, last] = daysOfSpan(one, today);
    return first === from && last === to;
  });
  if (span) return t(`lists.spans.${span}`);
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? t('lists.since', { day: from }) : t('lists.until', { day: to });
}

function numbersText({ field }: Props, bounds: Bounds): string {
  const [from, to] = bounds.map(
    (bound) => bound && (field.kind === 'money' ? formatMoney(Number(bound), { decimals: 2 }) : bound),
  );
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? `≥ ${from}` : `≤ ${to}`;
}

function labelOf({ name, field, words, maps }: Props, value: string): string {
  if (value === 'null') return words.empty_value(name) || '–';
  if (field.kind === 'boolean') return words.t(`fields.boolean.${value === 'true' || value === '1' ? 'yes' : 'no'}`);
  return maps[name]?.find((choice) => String(choice.value) === value)?.label ?? value;
}

/** Rows of another resource by name; until it is known, by number. */
function RowNames({ resource, by, ids, and }: { resource: string; by: string | undefined; ids: string; and: string }) {
  const { data = [] } = useQuery({
    queryKey: [resource, 'options-by-id', ids, by],
    staleTime: 30_000,
    queryFn: () => fetchOptions(resource, { ids, ...(by ? { by } : {}) }),
  });
  return <>{data.map(({ label }) => label).join(and) || ids}</>;
}

/** What a filter is set to, in words. */
export function FilterValue({ own: Own, ...props }: Props & { own?: ComponentType<{ value: string }> | undefined }) {
  const { name, field, state, words } = props;
  const key = `where[${name}]`;
  const bounds: Bounds = [state.get(`${key}[0]`), state.get(`${key}[1]`)];
  if (bounds.some(Boolean)) return <>{isDay(field) ? daysText(props, bounds) : numbersText(props, bounds)}</>;
  const values = [key, `${key}[]`, `${key}[below]`].flatMap(state.all);
  if (Own) return <Own value={values.join()} />;
  if (field.resource && !values.includes('null'))
    return <RowNames resource={field.resource} by={field.by} ids={values.join()} and={words.t('lists.and')} />;
  return <>{values.map((value) => labelOf(props, value)).join(words.t('lists.and'))}</>;
}
