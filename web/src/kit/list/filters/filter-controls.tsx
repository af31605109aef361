import { Input } from 'antd';
import { lazy, type ReactNode } from 'react';
import { kinds } from '@kaike/shared/kit/kinds';
import { findResource } from '@kaike/shared/resources/index';
import { RelationSelect } from '../../fields/relation/relation-select.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import type { FilterProps } from './filter-props.ts';

/** The calendar is the heaviest widget of all; it loads when a list has a date filter. */
const RangeOfDays = lazy(async () => ({ default: (await import('./range-of-days.tsx')).RangeOfDays }));
const RangeOfNumbers = lazy(async () => ({ default: (await import('./range-of-numbers.tsx')).RangeOfNumbers }));
const TreeFilter = lazy(async () => ({ default: (await import('./tree-filter.tsx')).TreeFilter }));

function TextFilter({ name, state, words, id, done }: FilterProps) {
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
      onPressEnter={(event) => {
        submit(event.currentTarget.value);
        done?.();
      }}
      onBlur={(event) => submit(event.target.value)}
      onClear={() => submit('')}
    />
  );
}

function RelationFilter({ name, field, state, words, id, done }: FilterProps) {
  const key = `where[${name}]`;
  return (
    <RelationSelect
      id={id}
      label={words.field(name)}
      placeholder={words.t('kit.all')}
      resource={field.resource ?? ''}
      by={field.by}
      value={Number(state.get(key)) || null}
      opens={done !== undefined}
      onChange={(value) => {
        state.set({ [key]: value === null ? null : String(value) });
        done?.();
      }}
    />
  );
}

/** The filter control for a field's kind. */
export function FilterControl(props: FilterProps): ReactNode {
  const { field } = props;
  if (field.kind === 'relation' && findResource(field.resource ?? '')?.tree) return <TreeFilter {...props} />;
  if (field.resource) return <RelationFilter {...props} />;
  if (field.kind === 'choice' || field.kind === 'boolean') return <ChoiceFilter {...props} />;
  if (field.kind === 'date' || field.kind === 'date_time') return <RangeOfDays {...props} />;
  return kinds[field.kind].filter === 'range' ? <RangeOfNumbers {...props} /> : <TextFilter {...props} />;
}
