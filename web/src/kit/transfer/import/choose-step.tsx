import { Alert, Button } from 'antd';
import { useState, type DragEvent } from 'react';
import type { Translate } from '@kaike/shared/kit/wording';
import { openFileDialog } from '../../open-file-dialog.ts';
import css from './wizard.module.css';
import { maximumRows } from '../workbook/workbook.ts';
import { openWorkbook, type Book, type BookProblem } from './open-workbook.ts';

type Props = { t: Translate; own: Translate; onBook: (book: Book) => void; download: () => void };

/** The first step: a file dropped or chosen, or the template. */
export function ChooseStep({ t, own, onBook, download }: Props) {
  const [reading, setReading] = useState('');
  const [file, setFile] = useState('');
  const [problem, setProblem] = useState<BookProblem | null>(null);
  const [isOver, setIsOver] = useState(false);
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    setProblem(null);
    setFile(chosen.name);
    setReading(chosen.name);
    const result = await openWorkbook(chosen);
    setReading('');
    if ('problem' in result) setProblem(result.problem);
    else onBook(result.book);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <>
      {problem ? (
        <Alert
          type="error"
          showIcon
          title={
            problem === 'plugin_missing'
              ? t('transfer.plugin_missing')
              : own(`kit_transfer.problems.${problem}`, { file, count: maximumRows })
          }
        />
      ) : null}
      <div
        className={css['drop']}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <strong>
          {reading ? own('kit_transfer.choose.reading', { file: reading }) : own('kit_transfer.choose.drop')}
        </strong>
        {reading ? (
          <progress aria-label={own('kit_transfer.choose.reading', { file: reading })} />
        ) : (
          <Button type="primary" onClick={() => openFileDialog({ accept: '.xlsx' }, ([chosen]) => void read(chosen))}>
            {own('kit_transfer.choose.file')}
          </Button>
        )}
        <span className="kk-muted">{own('kit_transfer.choose.hint')}</span>
      </div>
      <p className={css['line']}>
        <span className="kk-muted">{own('kit_transfer.choose.template_hint')}</span>
        <Button onClick={download}>{own('kit_transfer.choose.template')}</Button>
      </p>
    </>
  );
}
