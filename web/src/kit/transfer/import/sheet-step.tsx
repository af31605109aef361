import { Button } from 'antd';
import type { Translate } from '@kaike/shared/kit/wording';
import type { Worksheet } from '../workbook/workbook.ts';
import type { Book } from './open-workbook.ts';
import css from './wizard.module.css';

type Props = { book: Book; own: Translate; choose: (sheet: Worksheet) => void; back: () => void };

/** Asks which sheet of the file is meant. */
export function SheetStep({ book, own, choose, back }: Props) {
  return (
    <>
      <h3 id="which-sheet">{own('kit_transfer.sheet.which', { file: book.file_name, count: book.sheets.length })}</h3>
      <ul className={css['sheets']} aria-labelledby="which-sheet">
        {book.sheets.map((sheet) => (
          <li key={sheet.name}>
            <button type="button" onClick={() => choose(sheet)}>
              <strong>{sheet.name}</strong>
              {sheet.is_hidden ? (
                <span className="kk-tag kk-tag-default">{own('kit_transfer.sheet.hidden')}</span>
              ) : null}
              <span className="kk-muted">{own('kit_transfer.sheet.rows', { count: sheet.cells.length - 1 })}</span>
            </button>
          </li>
        ))}
      </ul>
      <footer className={css['foot']}>
        <Button onClick={back}>{own('kit_transfer.match.back')}</Button>
      </footer>
    </>
  );
}

type NotesProps = {
  book: Book;
  sheet: Worksheet;
  /** Records of rows that are hidden in the file. */
  hidden: number;
  withHidden: boolean;
  own: Translate;
  includeHidden: (with_hidden: boolean) => void;
  chooseSheet: () => void;
};

/** What the file has beside the rows that are seen at once: other sheets, hidden rows, merged cells. */
export function SheetNotes({ book, sheet, hidden, withHidden, own, includeHidden, chooseSheet }: NotesProps) {
  const others = book.sheets.length - 1;
  if (others === 0 && hidden === 0 && sheet.filled_down === 0) return null;
  return (
    <ul className={css['notes']}>
      {others > 0 ? (
        <li>
          {own('kit_transfer.sheet.chosen', { name: sheet.name, count: others })}
          <Button type="link" size="small" onClick={chooseSheet}>
            {own('kit_transfer.sheet.other')}
          </Button>
        </li>
      ) : null}
      {hidden > 0 ? (
        <li>
          {own('kit_transfer.sheet.hidden_rows', { count: hidden })}
          <label className={css['existing']}>
            {own('kit_transfer.sheet.hidden_label')}
            <select
              className="kk-input"
              value={withHidden ? 'include' : 'leave'}
              onChange={(event) => includeHidden(event.target.value === 'include')}
            >
              <option value="leave">{own('kit_transfer.sheet.leave')}</option>
              <option value="include">{own('kit_transfer.sheet.include')}</option>
            </select>
          </label>
        </li>
      ) : null}
      {sheet.filled_down > 0 ? <li>{own('kit_transfer.sheet.filled_down', { count: sheet.filled_down })}</li> : null}
    </ul>
  );
}
