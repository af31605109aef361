import { Modal } from 'antd';
import { lazy, Suspense } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { offerUndo } from '../../undo.tsx';
import { urlOf } from '../../use-resource.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { startBulk } from '../../bulk/bulk-state.ts';
import { buttonText } from '../actions/button-text.ts';
import { isCount, manyRows } from '../actions/many-rows.ts';
import {
  describeTarget,
  isOtherRows,
  isSmall,
  runTarget,
  titleOfTarget,
  type Target,
  type TargetFigures,
} from '../actions/bulk-target.ts';

/** Its field is needed by few deletions. */
const TypedCount = lazy(async () => ({ default: (await import('../actions/typed-count.tsx')).TypedCount }));

export type Deletion = {
  definition: ResourceDefinition;
  words: ResourceWording;
  reload: () => void;
  target: Target;
  deselect: () => void;
};
type DeleteAnswer = { deleted: number; failed: { message: string }[] };
const shownFailures = 3;

const showError = (error: unknown): void => {
  if (error instanceof ApiError && !error.handled) toast('error', error.message);
};

/** The deletion as a phrase: with the title of a single row, or the number of rows. */
function sayDelete({ definition, words, target }: Pick<Deletion, 'definition' | 'words' | 'target'>, count: number) {
  return words.say('delete', titleOfTarget(definition, target) || count);
}

function offerUndoOfDelete(
  { definition, words, reload, target }: Deletion,
  ids: readonly number[],
  count: number,
): void {
  if (definition.hard_delete || count === 0) return;
  const undo = async (): Promise<void> => {
    try {
      await request('POST', `${urlOf(definition)}/restore`, { body: { ids } });
    } catch (error) {
      showError(error);
    }
    reload();
  };
  offerUndo(words, { text: words.t('kit.did', { say: sayDelete({ definition, words, target }, count) }), undo });
}

async function deleteNow(deletion: Deletion): Promise<void> {
  const ids = deletion.target.rows.map((row) => row.id);
  try {
    // One toast only: the undo toast replaces the server's alert where undo is possible.
    const { deleted, failed } = (await request('DELETE', urlOf(deletion.definition), {
      body: { ids },
      keeps_alert: !deletion.definition.hard_delete,
    })) as DeleteAnswer;
    deletion.deselect();
    deletion.reload();
    for (const row of failed.slice(0, shownFailures)) toast('warning', row.message, 5000);
    offerUndoOfDelete(deletion, ids, deleted);
  } catch (error) {
    showError(error);
  }
}

/** Many rows are a bulk run on the server; its panel shows the result and offers undo. */
async function startDeletion(deletion: Deletion, figures: TargetFigures, key: string): Promise<void> {
  const { definition, target, deselect } = deletion;
  try {
    await startBulk({ resource: definition.name, action: 'delete', ...runTarget(target, figures) }, key);
    deselect();
  } catch (error) {
    showError(error);
    if (isOtherRows(error)) await confirmDelete(deletion);
  }
}

/** Confirms with the number of rows, deletes, reports what was not deleted, and offers undo. */
export async function confirmDelete(deletion: Deletion): Promise<void> {
  const { t } = deletion.words;
  try {
    const figures = await describeTarget(deletion.definition, deletion.target, {
      method: 'DELETE',
      path: '',
      action: null,
    });
    const key = crypto.randomUUID();
    const asksCount = deletion.definition.hard_delete === true && figures.count >= manyRows;
    const dialog = Modal.confirm({
      title: t('kit.sure', { say: sayDelete(deletion, figures.count) }),
      content: asksCount ? (
        <Suspense fallback={null}>
          <p>{t('kit.after.final')}</p>
          <TypedCount
            count={figures.count}
            words={deletion.words}
            onChange={(text) =>
              dialog.update({ okButtonProps: { danger: true, disabled: !isCount(text, figures.count) } })
            }
          />
        </Suspense>
      ) : deletion.definition.hard_delete ? undefined : (
        t('kit.delete_hint')
      ),
      okText: buttonText({ label: t('kit.actions.delete'), count: figures.count, words: deletion.words }),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true, disabled: asksCount },
      onOk: () => (isSmall(deletion.target) ? deleteNow(deletion) : startDeletion(deletion, figures, key)),
    });
  } catch (error) {
    showError(error);
  }
}
