import { Button, Input, Select } from 'antd';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { RelationSelect } from '../fields/relation-select.tsx';
import { useNarrow } from '../use-narrow.ts';
import type { Maps } from '../use-resource.ts';
import type { Words } from '../use-words.ts';
import type { ListState } from './use-list-state.ts';

export type FilterProps = { name: string; field: Field; state: ListState; words: Words; maps: Maps; id: string };

/** The calendar is the heaviest widget of all; it comes when a list offers a date. */
const RangeOfDays = lazy(async () => ({ default: (await import('./range-of-days.tsx')).RangeOfDays }));
const RangeOfNumbers = lazy(async () => ({ default: (await import('./range-of-numbers.tsx')).RangeOfNumbers }));

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
  if (field.kind === 'date' || field.kind === 'date_time') return <Suspense fallback={<Input disabled />}><RangeOfDays {...props} /></Suspense>;
  return kinds[field.kind].filter === 'range' ? <Suspense fallback={<Input disabled />}><RangeOfNumbers {...props} /></Suspense> : <TextFilter {...props} />;
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
