import { useMemo } from 'react';
import type { ListLayout } from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ResourceView, ShownRow } from '../../resource-view.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import type { RowOffer } from '../actions/offers.ts';
import { leadVerb } from '../rows/lead-verb.tsx';
import { needOf, verbWidth } from './column-text.ts';
import { placeColumns, type PlacedColumns } from './place-columns.ts';

type Options = {
  definition: ResourceDefinition;
  names: readonly string[];
  layout: ListLayout;
  /** Width of the list in pixels; null until it is known. */
  room: number | null;
  rows: readonly ShownRow[];
  sums: Readonly<Record<string, number>> | null;
  words: ResourceWording;
  view: ResourceView;
  may: ReadonlySet<string>;
  offers: readonly RowOffer[];
};

/** The columns that have room, as wide as the rows on screen need. */
export function useColumns(options: Options): PlacedColumns {
  const { definition, names, layout, room, rows, sums, words, view, may, offers } = options;
  return useMemo(
    () =>
      placeColumns(definition, names, layout, {
        room,
        needOf: (name) => needOf(definition, name, { rows, sums, words, view }),
        verb: verbWidth(rows.map((row) => leadVerb({ definition, view, may, offers }, row, names)?.label ?? '')),
      }),
    [definition, names, layout, room, rows, sums, words, view, may, offers],
  );
}
