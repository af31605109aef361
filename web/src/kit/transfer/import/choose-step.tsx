import { Alert, Button } from 'antd';
import { useState, type DragEvent } from 'react';
import type { Translate } from '@kaike/shared/kit/wording';
import { openFileDialog } from '../../open-file-dialog.ts';
import css from './wizard.module.css';
import { maximumRows, readBook, type Book, type BookProblem } from './read-sheet.ts';

type Props = { t: Translate; own: Translate; onBook: (book: Book) => void; download: () => void };

const wordsOfProblem: Record<BookProblem, string> = {
  only_xlsx: 'transfer.only_xlsx',
  plugin_missing: 'transfer.plugin_missing',
  too_many_rows: 'transfer.too_many_rows',
  unreadable: 'kit_transfer.unreadable',
  empty_sheet: 'kit_transfer.empty_sheet',
};

/** The first step: a file dropped or chosen, or the template. */
export function ChooseStep({ t, own, onBook, download }: Props) {
  const [reading, setReading] = useState('');
  const [problem, setProblem] = useState<BookProblem | null>(null);
  const [isOver, setIsOver] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem(null);
    setReading(file.name);
    const result = await readBook(file);
    setReading('');
    if ('problem' in result) setProblem(result.problem);
    else onBook(result.book);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void read(event.dataTransfer.files[0]);
  };
  const say = problem && (problem.startsWith('un') || problem === 'empty_sheet' ? own : t);
  return (
    <>
      {problem && say ? (
        <Alert type="error" showIcon title={say(wordsOfProblem[problem], { count: maximumRows })} />
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
          <Button type="primary" onClick={() => openFileDialog({ accept: '.xlsx' }, ([file]) => void read(file))}>
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
