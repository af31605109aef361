import { Button } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { ResourceIndex } from '../use-resource.ts';
import { createLabel, type Words } from '../words/use-words.ts';
import type { Offer } from './offers.ts';

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
  search: string;
  /** The filters alone, as bulk writes send them. */
  filters: string;
  settings: ReactNode;
  busy: boolean;
};

const makers = ({ definition, may }: Props): [string, Action][] =>
  Object.entries(definition.actions ?? {}).filter(
    ([name, action]) => action.on === 'resource' && !action.hidden && may.has(name),
  );

/** What can be created here. */
function Makers(props: Props) {
  const { words, view, may, run, create, reload, filters } = props;
  const Extra = view.toolbar;
  return (
    <div className="kk-buttons">
      {may.has('create') ? (
        <Button type="primary" icon={<KitIcon name="plus" />} onClick={create}>
          {createLabel(words)}
        </Button>
      ) : null}
      {Extra ? <Extra reload={reload} permissions={[...may]} target={{ matching: filters }} /> : null}
      {makers(props).map(([name, action]) => (
        <Button key={name} onClick={() => run({ key: name, name, label: words.action(name), action })}>
          {words.action(name)}
        </Button>
      ))}
    </div>
  );
}

/** The toolbar above the rows. */
export function ListToolbar(props: Props) {
  const { definition, words, may, reload, index, search, settings, busy } = props;
  return (
    <div className="kk-toolbar">
      <Makers {...props} />
      <div className="kk-tools">
        <Suspense>
          {may.has('import') && index ? (
            <ImportButton definition={definition} words={words} excel={index.excel} done={reload} />
          ) : null}
          {may.has('export') && index ? (
            <ExportButton definition={definition} words={words} excel={index.excel} search={search} />
          ) : null}
        </Suspense>
        <Button
          type="text"
          icon={<KitIcon name="refresh" />}
          aria-label={words.t('kit.refresh')}
          onClick={reload}
          loading={busy}
        />
        {settings}
      </div>
    </div>
  );
}
