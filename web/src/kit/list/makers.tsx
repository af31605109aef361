import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { ResourceIndex } from '../use-resource.ts';
import { createLabel, type Words } from '../words/use-words.ts';
import type { Offer } from './offers.ts';
import type { ListState } from './use-list-state.ts';

const ExportButton = lazy(async () => ({ default: (await import('../transfer/export-dialog.tsx')).ExportButton }));
const ImportButton = lazy(async () => ({
  default: (await import('../transfer/import/import-dialog.tsx')).ImportButton,
}));

type Props = {
  definition: ResourceDefinition;
  words: Words;
  view: ResourceView;
  may: ReadonlySet<string>;
  run: (offer: Offer) => void;
  create: () => void;
  reload: () => void;
  index: ResourceIndex | undefined;
  state: ListState;
};

const actionsOf = ({ definition, may }: Props): [string, Action][] =>
  Object.entries(definition.actions ?? {}).filter(
    ([name, action]) => action.on === 'resource' && !action.hidden && may.has(name),
  );

/** What makes or moves rows, beside the title; the one primary is last. */
export function Makers(props: Props) {
  const { definition, words, view, may, run, create, reload, index, state } = props;
  const Extra = view.toolbar;
  return (
    <div className="kk-buttons">
      <Suspense>
        {may.has('import') && index ? (
          <ImportButton definition={definition} words={words} excel={index.excel} done={reload} />
        ) : null}
        {may.has('export') && index ? (
          <ExportButton definition={definition} words={words} excel={index.excel} search={state.search} />
        ) : null}
      </Suspense>
      {Extra ? <Extra reload={reload} permissions={[...may]} target={{ matching: state.filters }} /> : null}
      {actionsOf(props).map(([name, action]) => (
        <Button key={name} onClick={() => run({ key: name, name, label: words.action(name), action })}>
          {words.action(name)}
        </Button>
      ))}
      {may.has('create') ? (
        <Button type="primary" className="kk-create" icon={<KitIcon name="plus" />} onClick={create}>
          {createLabel(words)}
        </Button>
      ) : null}
    </div>
  );
}
