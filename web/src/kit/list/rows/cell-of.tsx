import type { ReactNode } from 'react';
import { isEmpty } from '@kaike/shared/rules/presence-rules';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { renderCell } from '../../fields/cells.tsx';
import type { ChoiceMaps } from '../../maps.ts';
import type { ResourceView, ShownRow } from '../../resource-view.ts';
import type { ResourceWording } from '../../words/use-words.ts';

export type CellSources = {
  definition: ResourceDefinition;
  maps: ChoiceMaps;
  view: ResourceView;
  words: ResourceWording;
};

/** The value of a field: as the feature draws it, else that of its kind. */
function valueOf({ definition, maps, view, words }: CellSources, name: string, row: ShownRow): ReactNode {
  const field = definition.fields[name];
  const own = view.cells?.[name];
  if (own) return own(row);
  return field ? renderCell({ row, name, field, choices: maps[name] ?? [], t: words.t }) : null;
}

/** The content of a cell, with what the list has below it. */
export function cellOf(sources: CellSources, name: string, row: ShownRow): ReactNode {
  const under = sources.definition.list.second_line?.[name];
  const value = valueOf(sources, name, row);
  // Who has no name is called by a number, which is not said twice.
  if (!under || isEmpty(row[under]) || row[under] === row[name]) return value;
  return (
    <span className="kk-two-lines">
      {value}
      <small>{valueOf(sources, under, row)}</small>
    </span>
  );
}
