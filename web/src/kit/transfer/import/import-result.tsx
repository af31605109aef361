import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useEffect } from 'react';
import transferWords from 'virtual:locale/kit_transfer';
import type { UndoneImport } from '@kaike/shared/contracts/office/transfers';
import type { Translate } from '@kaike/shared/kit/wording';
import { useT } from '../../../app/wording.ts';
import { reloadResource } from '../../use-resource.ts';
import { toastError } from '../ports.ts';
import { closeOutcome, type SheetCell, type ImportOutcome } from '../transfer-state.ts';
import { undoImportInPages } from './undo-import.ts';
import { saveXlsx } from '../xlsx.ts';

const shownReasons = 20;

type WrongRows = { job: Pick<ImportOutcome['job'], 'keys' | 'labels' | 'sheet'>; errors: ImportOutcome['errors'] };

/** Saves the rows that were left out, with the reason of each, as a sheet that can be imported once it is right. */
export function saveWrong({ job, errors }: WrongRows, t: Translate): Promise<void> {
  const keys = [...job.keys, 'error'];
  const labels = keys.map((key) => (key === 'error' ? t('transfer.error_column') : (job.labels[key] ?? key)));
  return saveXlsx({
    sheet: job.sheet,
    file_name: `${t('transfer.wrong_file')}.xlsx`,
    rows: [keys, labels, ...errors.map((row) => keys.map((key) => (row[key] ?? null) as SheetCell))],
  });
}

/** Confirms, undoes the import, and lists the rows that were not undone. */
export function confirmUndoImport(own: Translate, id: number, done: () => void): void {
  const showUndone = ({ undone, failed }: Pick<UndoneImport, 'undone' | 'failed'>): void => {
    done();
    const content =
      failed.length === 0 ? null : (
        <>
          <p>{own('kit_transfer.kept', { count: failed.length })}</p>
          <ul className="kk-failed">
            {failed.slice(0, shownReasons).map((row) => (
              <li key={row.id}>{`${row.title}：${row.message}`}</li>
            ))}
          </ul>
        </>
      );
    Modal.info({ title: own('kit_transfer.undone', { count: undone }), content });
  };
  Modal.confirm({
    title: own('kit_transfer.undo_confirm'),
    content: own('kit_transfer.undo_hint'),
    okText: own('kit_transfer.undo'),
    okButtonProps: { danger: true },
    cancelText: own('kit.cancel'),
    onOk: () => undoImportInPages(id).then(showUndone, toastError),
  });
}

/** The result of an import: its figures, the wrong rows as a file, and undo. */
export function ImportResult({ end }: { end: ImportOutcome }) {
  const t = useT();
  const own = transferWords.useT();
  const client = useQueryClient();
  const { job, errors } = end;
  useEffect(() => void reloadResource(client, job.resource), [client, job.resource]);
  const id = job.import_id;
  const undone = (): void => {
    closeOutcome();
    void reloadResource(client, job.resource);
  };
  const text =
    errors.length > 0
      ? t('transfer.import_partial', { success_number: job.success, error_number: errors.length })
      : own('kit_transfer.made', { success: job.success, wrong: 0 });
  return (
    <aside className="kk-transfer" role={errors.length > 0 ? 'alert' : 'status'}>
      <strong>{own('kit_transfer.ended', { name: job.title })}</strong>
      <span>{text}</span>
      <span className="kk-buttons">
        {errors.length > 0 ? (
          <Button size="small" type="primary" onClick={() => void saveWrong(end, t)}>
            {t('transfer.download_wrong')}
          </Button>
        ) : null}
        {id && job.success > 0 ? (
          <Button size="small" onClick={() => confirmUndoImport(own, id, undone)}>
            {own('kit_transfer.undo')}
          </Button>
        ) : null}
        <Button size="small" onClick={closeOutcome}>
          {t('kit.close')}
        </Button>
      </span>
    </aside>
  );
}
