import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceView } from '../resource-view.ts';
import { ExportButton } from '../transfer/export-dialog.tsx';
import { ImportButton } from '../transfer/import-dialog.tsx';
import { showUndo } from '../undo.tsx';
import { urlOf, type ResourceIndex } from '../use-resource.ts';
import type { Words } from '../use-words.ts';

export type RunningAction = { name: string; action: Action };
type Props = {
  definition: ResourceDefinition; words: Words; view: ResourceView; may: ReadonlySet<string>; selected: number[]; onSelect: (ids: number[]) => void; run: (action: RunningAction) => void;
  create: () => void; reload: () => void; index: ResourceIndex | undefined; search: string; settings: ReactNode; busy: boolean;
};

type Deleting = Pick<Props, 'definition' | 'words' | 'reload'> & { ids: number[]; deselect: () => void };
type DeleteAnswer = { deleted: number; failed: { message: string }[] };
const toldFailures = 3;

async function deleteRows({ definition, words, reload, ids, deselect }: Deleting): Promise<void> {
  try {
    const { deleted, failed } = (await request('DELETE', urlOf(definition), { body: { ids } })) as DeleteAnswer;
    deselect();
    reload();
    for (const row of failed.slice(0, toldFailures)) toast('warning', row.message, 5000);
    const undo = async (): Promise<void> => {
      await request('POST', `${urlOf(definition)}/restore`, { body: { ids } });
      reload();
    };
    if (!definition.hard_delete && deleted > 0) showUndo(words, { count: deleted, undo });
  } catch (error) {
    if (error instanceof ApiError && !error.handled) toast('error', error.message);
  }
}

function askDelete(given: Deleting): void {
  const { t } = given.words;
  Modal.confirm({
    title: t('kit.delete_confirm', { count: given.ids.length }), content: given.definition.hard_delete ? undefined : t('kit.delete_hint'), okText: t('kit.actions.delete'), cancelText: t('kit.cancel'),
    okButtonProps: { danger: true }, onOk: () => deleteRows(given),
  });
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
      {may.has('delete') ? <Button danger icon={<KitIcon name="trash" />} onClick={() => askDelete({ definition, words, reload, ids: selected, deselect: () => onSelect([]) })}>{t('kit.actions.delete')}</Button> : null}
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
        {may.has('import') && index ? <ImportButton definition={definition} words={words} excel={index.excel} done={reload} /> : null}
        {may.has('export') && index ? <ExportButton definition={definition} words={words} excel={index.excel} search={search} /> : null}
        <Button type="text" icon={<KitIcon name="refresh" />} aria-label={words.t('kit.refresh')} onClick={reload} loading={busy} />
        {settings}
      </div>
    </div>
  );
}
