import { Modal } from 'antd';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { showUndo } from '../undo.tsx';
import { urlOf } from '../use-resource.ts';
import type { Words } from '../use-words.ts';

export type Deleting = { definition: ResourceDefinition; words: Words; reload: () => void; ids: number[]; deselect: () => void };
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

/** Asks, deletes, tells what had to stay, and offers to take it back. */
export function askDelete(given: Deleting): void {
  const { t } = given.words;
  Modal.confirm({
    title: t('kit.delete_confirm', { count: given.ids.length }), content: given.definition.hard_delete ? undefined : t('kit.delete_hint'), okText: t('kit.actions.delete'), cancelText: t('kit.cancel'),
    okButtonProps: { danger: true }, onOk: () => deleteRows(given),
  });
}
