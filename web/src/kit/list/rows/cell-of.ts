import type { ReactNode } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { renderCell } from '../../fields/cells.tsx';
import type { Maps } from '../../maps.ts';
import type { ResourceView, Row } from '../../resource-view.ts';
import type { Words } from '../../words/use-words.ts';

export type CellSources = { definition: ResourceDefinition; maps: Maps; view: ResourceView; words: Words };

/** The content of a cell: the feature's own renderer, else that of its kind. */
export function cellOf({ definition, maps, view, words }: CellSources, name: string, row: Row): ReactNode {
  const field = definition.fields[name];
  const own = view.cells?.[name];
  if (own) return own(row);
  return field ? renderCell({ row, name, field, choices: maps[name] ?? [], t: words.t }) : null;
}
