import { Input, Select } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { kinds } from '@kaike/shared/kit/kinds';
import { findResource } from '@kaike/shared/resources/index';
import { clearing } from '../../fields/clearing.tsx';
import { RelationSelect } from '../../fields/relation-select.tsx';
import type { FilterProps } from './filter-props.ts';

/** The calendar is the heaviest widget of all; it loads when a list has a date filter. */
const RangeOfDays = lazy(async () => ({ default: (await import('./range-of-days.tsx')).RangeOfDays }));
const RangeOfNumbers = lazy(async () => ({ default: (await import('./range-of-numbers.tsx')).RangeOfNumbers }));
const TreeFilter = lazy(async () => ({ default: (await import('./tree-filter.tsx')).TreeFilter }));

function ChoiceFilter({ name, field, state, words, maps, id }: FilterProps) {
  const options =
    field.kind === 'boolean'
      ? [
          { value: 'true', label: words.t('fields.boolean.yes') },
          { value: 'false', label: words.t('fields.boolean.no') },
        ]
      : (maps[name] ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const isMany = field.kind === 'choice';
  const one = `where[${name}]`;
  const key = isMany ? `${one}[]` : one;
  // A link to a list may name one value without the brackets.
  const selected = isMany ? [...state.all(key), ...state.all(one)] : state.get(one) || undefined;
  return (
    <Select
      id={id}
      aria-label={words.field(name)}
      {...(isMany ? { mode: 'multiple' as const } : {})}
      maxTagCount="responsive"
      allowClear={clearing(words.t)}
      placeholder={words.t('kit.all')}
      options={options}
      style={{ width: '100%' }}
      value={selected}
      onChange={(value: string | string[] | undefined) => state.set({ [one]: null, [key]: value ?? null })}
    />
  );
}

function TextFilter({ name, state, words, id }: FilterProps) {
  const key = `where[${name}]`;
  const value = state.get(key);
  const submit = (text: string): void => {
    if (text.trim() !== value) state.set({ [key]: text.trim() });
  };
  return (
    <Input
      key={value}
      id={id}
      allowClear
      defaultValue={value}
      placeholder={words.t('kit.search')}
      onPressEnter={(event) => submit(event.currentTarget.value)}
      onBlur={(event) => submit(event.target.value)}
      onClear={() => submit('')}
    />
  );
}

function RelationFilter({ name, field, state, words, id }: FilterProps) {
  const key = `where[${name}]`;
  return (
    <RelationSelect
      id={id}
      label={words.field(name)}
      placeholder={words.t('kit.all')}
      resource={field.resource ?? ''}
      by={field.by}
      value={Number(state.get(key)) || null}
      onChange={(value) => state.set({ [key]: value === null ? null : String(value) })}
    />
  );
}

function pick(props: FilterProps): ReactNode {
  const { field } = props;
  if (field.kind === 'relation' && findResource(field.resource ?? '')?.tree) return <TreeFilter {...props} />;
  if (field.resource) return <RelationFilter {...props} />;
  if (field.kind === 'choice' || field.kind === 'boolean') return <ChoiceFilter {...props} />;
  if (field.kind === 'date' || field.kind === 'date_time') return <RangeOfDays {...props} />;
  return kinds[field.kind].filter === 'range' ? <RangeOfNumbers {...props} /> : <TextFilter {...props} />;
}

/** The filter control for a field's kind. */
export function FilterControl(props: FilterProps) {
  return <Suspense fallback={<span className="kk-input is-waiting" />}>{pick(props)}</Suspense>;
}
