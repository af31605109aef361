import { Modal } from 'antd';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { showUndo } from '../undo.tsx';
import { urlOf } from '../use-resource.ts';
import type { Words } from '../use-words.ts';
import { startBulk, type BulkRun } from './bulk-run.ts';
import { describeTarget, isSmall, pageSender, type Target } from './bulk-target.ts';

export type Deleting = { definition: ResourceDefinition; words: Words; reload: () => void; target: Target; deselect: () => void };
type DeleteAnswer = { deleted: number; failed: { message: string }[] };
const toldFailures = 3;
const restoredAtOnce = 500;

const tell = (error: unknown): void => { if (error instanceof ApiError && !error.handled) toast('error', error.message); };

function offerUndo({ definition, words, reload }: Deleting, { ids, count }: { ids: readonly number[]; count: number }): void {
  if (definition.hard_delete || count === 0) return;
  const undo = async (): Promise<void> => {
    try {
      for (let from = 0; from < ids.length; from += restoredAtOnce) await request('POST', `${urlOf(definition)}/restore`, { body: { ids: ids.slice(from, from + restoredAtOnce) } });
    } catch (error) {
      tell(error);
    }
    reload();
  };
  showUndo(words, { count, undo });
}

async function deleteNow(given: Deleting): Promise<void> {
  const ids = given.target.rows.map((row) => row.id);
  try {
    const { deleted, failed } = (await request('DELETE', urlOf(given.definition), { body: { ids } })) as DeleteAnswer;
    given.deselect();
    given.reload();
    for (const row of failed.slice(0, toldFailures)) toast('warning', row.message, 5000);
    offerUndo(given, { ids, count: deleted });
  } catch (error) {
    tell(error);
  }
}

function deleteInPages(given: Deleting, figures: { count: number; max_id: number }): void {
  const { definition, words, target } = given;
  const finished = (run: BulkRun): void => {
    given.deselect();
    given.reload();
    offerUndo(given, { ids: run.ids, count: run.done });
  };
  const send = pageSender({ definition, target, method: 'DELETE', path: '', body: {}, max_id: figures.max_id });
  const title = words.t('lists.bulk.title', { action: words.t('kit.actions.delete'), name: words.name });
  if (!startBulk({ title, total: figures.count, send, finished })) toast('warning', words.t('lists.bulk.exists'));
}

/** Asks with the number of rows, deletes, tells what had to stay, and offers to take it back. */
export async function askDelete(given: Deleting): Promise<void> {
  const { t } = given.words;
  try {
    const figures = await describeTarget(given.definition, given.target, { method: 'DELETE', path: '', action: null });
    Modal.confirm({
      title: t('kit.delete_confirm', { count: figures.count }), content: given.definition.hard_delete ? undefined : t('kit.delete_hint'), okText: t('kit.actions.delete'), cancelText: t('kit.cancel'),
      okButtonProps: { danger: true }, onOk: () => (isSmall(given.target) ? deleteNow(given) : deleteInPages(given, figures)),
    });
  } catch (error) {
    tell(error);
  }
}
