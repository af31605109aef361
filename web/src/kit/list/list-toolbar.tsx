import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { allRows } from '@kaike/shared/domain/office/bulk-run';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceView } from '../resource-view.ts';
import { urlOf, type ResourceIndex } from '../use-resource.ts';
import { useUrlAction } from '../use-url-action.ts';
import { createLabel, type ResourceWording } from '../words/use-words.ts';
import type { OfferedVerb } from './actions/offers.ts';
import type { ListState } from './use-list-state.ts';

const ExportButton = lazy(async () => ({ default: (await import('../transfer/export-dialog.tsx')).ExportButton }));

/** Leads to the import's own page, also from an address. */
function ImportButton({ definition, words }: Pick<Props, 'definition' | 'words'>) {
  const navigate = useNavigate();
  const url = `${urlOf(definition)}/import`;
  useUrlAction((name) => {
    if (name === 'import') void navigate(url, { replace: true });
    return name === 'import';
  });
  return (
    <Button icon={<KitIcon name="upload" />} onClick={() => void navigate(url)}>
      {words.t('transfer.import')}
    </Button>
  );
}

type Props = {
  definition: ResourceDefinition;
  words: ResourceWording;
  view: ResourceView;
  may: ReadonlySet<string>;
  run: (offer: OfferedVerb) => void;
  create: () => void;
  reload: () => void;
  index: ResourceIndex | undefined;
  state: ListState;
};

const actionsOf = ({ definition, may }: Props): [string, Action][] =>
  Object.entries(definition.actions ?? {}).filter(
    ([name, action]) => action.on === 'resource' && !action.hidden && may.has(name),
  );

/** Whether something besides creating is offered; until the permissions are known, whatever the definition has. */
function hasRow({ definition, view, may, index }: Props): boolean {
  const can = (name: string): boolean => index === undefined || may.has(name);
  return (
    view.toolbar !== undefined ||
    (['import', 'export'] as const).some((name) => definition.only.includes(name) && can(name)) ||
    Object.entries(definition.actions ?? {}).some(([name, { on, hidden }]) => on === 'resource' && !hidden && can(name))
  );
}

/** What makes or moves rows, beside the title, on phones in a row of its own; the one primary is last. */
export function ListToolbar(props: Props) {
  const { definition, words, view, may, run, create, index, state } = props;
  const Extra = view.toolbar;
  return (
    <div className={hasRow(props) ? 'kk-buttons kk-makers' : 'kk-buttons'}>
      <Suspense>
        {may.has('import') ? <ImportButton definition={definition} words={words} /> : null}
        {may.has('export') && index ? (
          <ExportButton definition={definition} words={words} excel={index.excel} search={state.search} />
        ) : null}
      </Suspense>
      {Extra ? (
        <Extra reload={props.reload} permissions={[...may]} target={{ matching: state.filters || allRows }} />
      ) : null}
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
