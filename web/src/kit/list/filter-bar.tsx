import { Button, DatePicker, Input, InputNumber, Select, Space } from 'antd';
import dayjs from 'dayjs';
import { useRef, useState, type ReactNode } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { RelationSelect } from '../fields/relation-select.tsx';
import { useNarrow } from '../use-narrow.ts';
import type { Maps } from '../use-resource.ts';
import type { Words } from '../use-words.ts';
import type { ListState } from './use-list-state.ts';

type FilterProps = { name: string; field: Field; state: ListState; words: Words; maps: Maps; id: string };
const fenPerYuan = 100;

function RangeOfDays({ name, state, words, id }: FilterProps) {
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

function RangeOfNumbers({ name, field, state, words, id }: FilterProps) {
  const scale = field.kind === 'money' ? fenPerYuan : 1;
  const bound = (place: 0 | 1) => {
    const key = `where[${name}][${place}]`;
    const value = state.get(key);
    return (
      <InputNumber
        key={value} id={place === 0 ? id : undefined} aria-label={`${words.field(name)} ${words.t(place === 0 ? 'kit.from' : 'kit.to')}`} placeholder={words.t(place === 0 ? 'kit.from' : 'kit.to')}
        {...(value === '' ? {} : { defaultValue: Number(value) / scale })} style={{ width: '50%' }} changeOnWheel={false}
        onBlur={(event) => {
          const typed = event.target.value.trim();
          state.set({ [key]: typed === '' || !Number.isFinite(Number(typed)) ? null : String(Math.round(Number(typed) * scale)) });
        }}
        onPressEnter={(event) => event.currentTarget.blur()}
      />
    );
  };
  return <Space.Compact block>{bound(0)}{bound(1)}</Space.Compact>;
}

function ChoiceFilter({ name, field, state, words, maps, id }: FilterProps) {
  const options = field.kind === 'boolean'
    ? [{ value: 'true', label: words.t('fields.boolean.yes') }, { value: 'false', label: words.t('fields.boolean.no') }]
    : (maps[name] ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const isMany = field.kind === 'choice';
  const key = isMany ? `where[${name}][]` : `where[${name}]`;
  return (
    <Select
      id={id} aria-label={words.field(name)} {...(isMany ? { mode: 'multiple' as const } : {})} maxTagCount="responsive" allowClear placeholder={words.t('kit.all')} options={options} style={{ width: '100%' }}
      value={isMany ? state.all(key) : state.get(key) || undefined} onChange={(value: string | string[] | undefined) => state.set({ [key]: value ?? null })}
    />
  );
}

function TextFilter({ name, state, words, id }: FilterProps) {
  const key = `where[${name}]`;
  return <Input key={state.get(key)} id={id} allowClear defaultValue={state.get(key)} placeholder={words.t('kit.search')} onPressEnter={(event) => state.set({ [key]: event.currentTarget.value })} onBlur={(event) => state.set({ [key]: event.target.value })} />;
}

function FilterControl(props: FilterProps): ReactNode {
  const { field, name, state, words, id } = props;
  if (field.resource) {
    const key = `where[${name}]`;
    return <RelationSelect id={id} label={words.field(name)} resource={field.resource} value={Number(state.get(key)) || null} onChange={(value) => state.set({ [key]: value === null ? null : String(value) })} />;
  }
  if (field.kind === 'choice' || field.kind === 'boolean') return <ChoiceFilter {...props} />;
  if (field.kind === 'date' || field.kind === 'date_time') return <RangeOfDays {...props} />;
  return kinds[field.kind].filter === 'range' ? <RangeOfNumbers {...props} /> : <TextFilter {...props} />;
}

/** One row of a wide window; on a phone the keyword alone. */
const atFirst = (narrow: boolean): number => (narrow ? 0 : 3);
type Props = { definition: ResourceDefinition; state: ListState; words: Words; maps: Maps };

/** Keyword and filters: one row at first, the rest on demand. Enter searches, reset clears. */
export function FilterBar({ definition, state, words, maps }: Props) {
  const { t } = words;
  const filters = (definition.list.filters ?? []).flatMap((name): [string, Field][] => {
    const field = definition.fields[name];
    return field ? [[name, field]] : [];
  });
  const shownAtFirst = atFirst(useNarrow());
  const isUsed = (name: string): boolean => [...new URLSearchParams(state.search).keys()].some((key) => key.startsWith(`where[${name}]`));
  const [isOpen, setIsOpen] = useState(() => filters.slice(shownAtFirst).some(([name]) => isUsed(name)));
  const keyword = useRef('');
  const searchable = (definition.list.search ?? []).map(words.field).join('、');
  const shown = isOpen ? filters : filters.slice(0, shownAtFirst);
  return (
    <form className="kk-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {searchable ? (
        <div className="kk-filter">
          <label htmlFor="kk-keyword">{t('kit.search')}</label>
          <Input.Search
            id="kk-keyword" key={state.get('where[_keyword]')} allowClear placeholder={t('kit.keyword', { fields: searchable })} defaultValue={state.get('where[_keyword]')}
            onChange={(event) => { keyword.current = event.target.value; }} onSearch={(value) => state.set({ 'where[_keyword]': value.trim() })}
          />
        </div>
      ) : null}
      {shown.map(([name, field]) => (
        <div className="kk-filter" key={name}>
          <label htmlFor={`kk-filter-${name}`}>{words.field(name)}</label>
          <FilterControl id={`kk-filter-${name}`} name={name} field={field} state={state} words={words} maps={maps} />
        </div>
      ))}
      <div className="kk-filter-buttons">
        {filters.length > shownAtFirst ? <Button type="link" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>{t(isOpen ? 'kit.filters_less' : 'kit.filters_more')}</Button> : null}
        {state.is_filtered ? <Button onClick={state.reset}>{t('kit.reset')}</Button> : null}
      </div>
    </form>
  );
}
