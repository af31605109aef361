import { Button } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { ResourceIndex } from '../use-resource.ts';
import type { Words } from '../use-words.ts';
import type { Deleting } from './delete-rows.tsx';

const ExportButton = lazy(async () => ({ default: (await import('../transfer/export-dialog.tsx')).ExportButton }));
const ImportButton = lazy(async () => ({ default: (await import('../transfer/import-dialog.tsx')).ImportButton }));

export type RunningAction = { name: string; action: Action };
type Props = {
  definition: ResourceDefinition; words: Words; view: ResourceView; may: ReadonlySet<string>; selected: number[]; onSelect: (ids: number[]) => void; run: (action: RunningAction) => void;
  create: () => void; reload: () => void; index: ResourceIndex | undefined; search: string; settings: ReactNode; busy: boolean;
};

/** The dialog comes with the first deletion. */
async function askDelete(given: Deleting): Promise<void> {
  (await import('./delete-rows.tsx')).askDelete(given);
}

const actionsOn = ({ definition, may }: Props, on: Action['on']): [string, Action][] =>
  Object.entries(definition.actions ?? {}).filter(([name, action]) => action.on === on && !action.hidden && may.has(name));

/** What applies to the ticked rows, with their number. */
function Selection(props: Props) {
  const { definition, words, may, selected, onSelect, run, reload } = props;
  const { t } = words;
  return (
    <div className="kk-selection" role="status">
      <span>{t('kit.selected', { count: selected.length })}</span>
      {actionsOn(props, 'rows').map(([name, action]) => <Button key={name} danger={action.danger ?? false} onClick={() => run({ name, action })}>{words.action(name)}</Button>)}
      {may.has('delete') ? <Button danger icon={<KitIcon name="trash" />} onClick={() => void askDelete({ definition, words, reload, ids: selected, deselect: () => onSelect([]) })}>{t('kit.actions.delete')}</Button> : null}
      <Button type="link" onClick={() => onSelect([])}>{t('kit.clear_selection')}</Button>
    </div>
  );
}

/** What can be made here. */
function Makers(props: Props) {
  const { words, view, may, run, create, reload } = props;
  const Extra = view.toolbar;
  return (
    <div className="kk-buttons">
      {may.has('create') ? <Button type="primary" icon={<KitIcon name="plus" />} onClick={create}>{words.t('kit.new', { name: words.name })}</Button> : null}
      {Extra ? <Extra reload={reload} permissions={[...may]} /> : null}
      {actionsOn(props, 'resource').map(([name, action]) => <Button key={name} onClick={() => run({ name, action })}>{words.action(name)}</Button>)}
    </div>
  );
}

/** The line above the rows. */
export function ListToolbar(props: Props) {
  const { definition, words, may, selected, reload, index, search, settings, busy } = props;
  return (
    <div className="kk-toolbar">
      {selected.length > 0 ? <Selection {...props} /> : <Makers {...props} />}
      <div className="kk-tools">
        <Suspense>
        {may.has('import') && index ? <ImportButton definition={definition} words={words} excel={index.excel} done={reload} /> : null}
        {may.has('export') && index ? <ExportButton definition={definition} words={words} excel={index.excel} search={search} /> : null}
        </Suspense>
        <Button type="text" icon={<KitIcon name="refresh" />} aria-label={words.t('kit.refresh')} onClick={reload} loading={busy} />
        {settings}
      </div>
    </div>
  );
}
