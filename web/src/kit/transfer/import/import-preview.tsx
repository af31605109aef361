import { Button, Segmented, Tag } from 'antd';
import { useState } from 'react';
import type { Translate } from '@kaike/shared/kit/wording';
import type { Sheet, SheetRow } from './read-sheet.ts';
import '../transfer.css';
import type { PreviewRow, RowState, usePreview } from './use-preview.ts';

const states: readonly RowState[] = ['wrong', 'new', 'changed', 'same'];
const colors: Record<RowState, string> = { wrong: 'error', new: 'success', changed: 'processing', same: 'default' };
const shownRows = 100;

type Props = {
  sheet: Sheet;
  labels: Record<string, string>;
  preview: ReturnType<typeof usePreview>;
  own: Translate;
  onEdit: (index: number, key: string, value: string) => void;
  edited: number;
};
type LineProps = Pick<Props, 'sheet' | 'labels' | 'own' | 'onEdit'> & {
  index: number;
  row: SheetRow;
  checked: PreviewRow | undefined;
};

function Line({ sheet, labels, own, onEdit, index, row, checked }: LineProps) {
  const state = checked?.state;
  const wrong = new Set(checked?.fields);
  return (
    <tr>
      <td>{index + sheet.first_row}</td>
      <td>
        {state ? <Tag color={colors[state]}>{own(`kit_transfer.states.${state}`)}</Tag> : null}
        {checked?.error ? <span className="kk-error">{checked.error}</span> : null}
      </td>
      {sheet.keys.map((key) => {
        const change = checked?.changes[key];
        return (
          <td key={key} className={change ? 'kk-changed' : undefined}>
            <input
              className="kk-cell-input"
              aria-label={own('kit_transfer.cell', { field: labels[key] ?? key, row: index + sheet.first_row })}
              aria-invalid={wrong.has(key)}
              defaultValue={String(row[key] ?? '')}
              onBlur={(event) => {
                if (event.target.value !== String(row[key] ?? '')) onEdit(index, key, event.target.value);
              }}
            />
            {change ? (
              <small className="kk-muted">
                {own('kit_transfer.was', { value: String(change.before ?? '') || own('kit_transfer.empty') })}
              </small>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}

/** The sheet as a diff against the stored rows: each row new, changed, unchanged or wrong, and every cell editable. */
export function ImportPreview({ sheet, labels, preview, own, onEdit, edited }: Props) {
  const [filter, setFilter] = useState<RowState | 'all'>('all');
  const counts = (state: RowState): number => preview.rows.filter((row) => row.state === state).length;
  const options = [
    {
      value: 'all' as const,
      label: own('kit_transfer.count', { state: own('kit_transfer.all'), count: sheet.rows.length }),
    },
    ...states.map((state) => ({
      value: state,
      label: own('kit_transfer.count', { state: own(`kit_transfer.states.${state}`), count: counts(state) }),
    })),
  ];
  const lines = sheet.rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => filter === 'all' || preview.rows[index]?.state === filter);
  return (
    <>
      <p role="status" className="kk-told">
        {preview.failed
          ? own('kit_transfer.check_failed')
          : preview.done
            ? own('kit_transfer.wrong_hint')
            : own('kit_transfer.checking', { done: preview.rows.length, count: sheet.rows.length })}
      </p>
      <div className="kk-buttons">
        <Segmented options={options} value={filter} onChange={setFilter} />
        {edited > 0 || preview.failed ? (
          <Button onClick={() => void preview.check(sheet.rows)}>{own('kit_transfer.check_again')}</Button>
        ) : null}
        {edited > 0 ? <span className="kk-muted">{own('kit_transfer.mended', { count: edited })}</span> : null}
      </div>
      <div className="kk-preview">
        <table>
          <thead>
            <tr>
              <th>{own('kit_transfer.row')}</th>
              <th>{own('kit_transfer.state')}</th>
              {sheet.keys.map((key) => (
                <th key={key}>{labels[key] ?? key}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shownRows).map(({ row, index }) => (
              <Line
                key={index}
                sheet={sheet}
                labels={labels}
                own={own}
                onEdit={onEdit}
                index={index}
                row={row}
                checked={preview.rows[index]}
              />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > shownRows ? (
        <p className="kk-muted">{own('kit_transfer.more_rows', { count: shownRows })}</p>
      ) : null}
    </>
  );
}
