import { lazy, Suspense, type ReactNode } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { RecordLink } from '../detail/record-link.tsx';
import { renderCell } from '../fields/cells.tsx';
import { choicesOf } from '../maps.ts';
import type { ResourceView, ShownRow } from '../resource-view.ts';
import type { ResourceWording } from '../words/use-words.ts';

const MaskedValue = lazy(async () => ({ default: (await import('../fields/masked-value.tsx')).MaskedValue }));

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export type FieldPlace = {
  definition: ResourceDefinition;
  row: ShownRow;
  name: string;
  words: ResourceWording;
  view: ResourceView;
  is_whole?: boolean;
};

/** The value of a field outside its list, by the feature's own cell first; an empty one says what that means, where the wording knows. */
export function plainValue({ definition, row, name, words, view, is_whole = false }: FieldPlace): ReactNode {
  const field = definition.fields[name];
  const own = view.cells?.[name];
  if (own) return own(row);
  if (!field) return null;
  if (isEmptyValue(row[name]) && words.empty_value(name) !== '') return words.empty_value(name);
  return renderCell({ row, name, field, choices: choicesOf(field, { name, words }), t: words.t, is_whole });
}

/** The same in a record: a relation is a link for those who may follow it, a masked value can be revealed in place. */
export function FieldValue({ mayReveal, ...place }: FieldPlace & { mayReveal: boolean }) {
  const { definition, row, name } = place;
  const field = definition.fields[name];
  const value = plainValue({ ...place, is_whole: true });
  const target = row[name];
  if (field?.kind === 'relation' && field.resource && !field.by && typeof target === 'number')
    return (
      <RecordLink resource={field.resource} id={target}>
        {value}
      </RecordLink>
    );
  if (!field?.masked || isEmptyValue(target) || !mayReveal) return value;
  return (
    <Suspense fallback={value}>
      <MaskedValue definition={definition} id={row.id} name={name}>
        {value}
      </MaskedValue>
    </Suspense>
  );
}
