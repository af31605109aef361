import { lazy, Suspense } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { renderCell } from '../fields/cells.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { LoadedRow } from '../use-resource.ts';
import type { ResourceWording } from '../words/use-words.ts';

const MaskedValue = lazy(async () => ({ default: (await import('../fields/masked-value.tsx')).MaskedValue }));

/** A field that the form shows and does not edit. */
export function ReadOnly({
  definition,
  name,
  loaded,
  words,
}: {
  definition: ResourceDefinition;
  name: string;
  loaded: LoadedRow;
  words: ResourceWording;
}) {
  const field = definition.fields[name];
  if (!field) return null;
  const value = renderCell({
    row: loaded.row,
    name,
    field,
    choices: loaded.maps[name] ?? [],
    t: words.t,
    is_whole: true,
  });
  const mayAsk = field.masked !== undefined && Boolean(loaded.row[name]) && loaded.permissions.includes('reveal');
  return (
    <div className="kk-field">
      <span className="kk-label">{words.field(name)}</span>
      <div className="kk-value">
        {mayAsk ? (
          <Suspense fallback={value}>
            <MaskedValue definition={definition} id={loaded.row.id} name={name}>
              {value}
            </MaskedValue>
          </Suspense>
        ) : (
          value
        )}
      </div>
    </div>
  );
}

/** Read-only view of all fields of a row. */
export function Details({
  definition,
  loaded,
  words,
  view,
}: {
  definition: ResourceDefinition;
  loaded: LoadedRow;
  words: ResourceWording;
  view: ResourceView;
}) {
  const keys = Object.keys(definition.fields).filter((key) => loaded.row[key] !== undefined);
  return (
    <div className="kk-grid kk-details">
      {keys.map((name) =>
        view.cells?.[name] ? (
          <div className="kk-field" key={name}>
            <span className="kk-label">{words.field(name)}</span>
            <div className="kk-value">{view.cells[name]?.(loaded.row)}</div>
          </div>
        ) : (
          <ReadOnly key={name} definition={definition} name={name} loaded={loaded} words={words} />
        ),
      )}
    </div>
  );
}
