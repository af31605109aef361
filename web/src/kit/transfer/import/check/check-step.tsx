import { Button } from 'antd';
import { useMemo, useState, type UIEvent } from 'react';
import type { Translate } from '@kaike/shared/kit/wording';
import type { ImportColumn } from '../import-columns.ts';
import css from '../wizard.module.css';
import type { ImportCheck, CheckedRow, RowState, SheetRecord } from './use-check.ts';
import { isComposing } from '../../../../form/is-composing.ts';

const states: readonly RowState[] = ['new', 'changed', 'same', 'wrong'];
const tones: Record<RowState, string> = { wrong: 'danger', new: 'success', changed: 'info', same: 'default' };
/** Rows added to the page at a time, so that a long sheet costs no more than what is looked at. */
const rowsAtOnce = 100;
const nearEnd = 600;

type LineProps = {
  record: SheetRecord;
  index: number;
  checked: CheckedRow | undefined;
  columns: readonly ImportColumn[];
  own: Translate;
  edit: ImportCheck['edit'];
  restore: (index: number, id: number) => Promise<void>;
};

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function Cell({
  column,
  record,
  index,
  checked,
  own,
  edit,
}: Omit<LineProps, 'columns' | 'restore'> & { column: ImportColumn }) {
  const { key, label } = column;
  const value = textOf(record.row[key]);
  const change = checked?.changes[key];
  const isWrong = checked?.fields.includes(key) ?? false;
  const proposal = checked?.proposals[key];
  const put = (next: string): void => {
    if (next !== value) edit(index, key, next);
  };
  return (
    <td data-label={label} data-changed={change !== undefined} className={isWrong ? css['wrong'] : undefined}>
      {change ? <s>{textOf(change.before) || own('kit_transfer.empty')}</s> : null}
      <input
        key={value}
        className={css['cell']}
        aria-label={own('kit_transfer.cell', { field: label, row: record.line })}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `why-${index}-${key}` : undefined}
        list={column.allowed.length > 0 ? `allowed-${key}` : undefined}
        defaultValue={value}
        size={Math.min(24, Math.max(4, value.length * 2))}
        onBlur={(event) => put(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) put(event.currentTarget.value);
        }}
      />
      {isWrong ? (
        <span className={css['why']} id={`why-${index}-${key}`}>
          {checked?.messages[key]}
          {proposal ? (
            <button type="button" className={css['proposal']} onClick={() => put(proposal)}>
              {own('kit_transfer.is_it', { value: proposal })}
            </button>
          ) : null}
        </span>
      ) : null}
    </td>
  );
}

function RestoreButton({ line, own, restore }: { line: number; own: Translate; restore: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <button
      type="button"
      className={css['proposal']}
      disabled={isBusy}
      aria-label={own('kit_transfer.restore_line', { line })}
      onClick={() => {
        setIsBusy(true);
        void restore().finally(() => setIsBusy(false));
      }}
    >
      {own('kit_transfer.restore')}
    </button>
  );
}

function Line({ columns, restore, ...props }: LineProps) {
  const { record, checked, own } = props;
  const trashed = checked?.trashed;
  const isOfRow = checked?.state === 'wrong' && !checked.fields.some((key) => columns.some((one) => one.key === key));
  return (
    <tr>
      <td className={css['number']}>{record.line}</td>
      <td className={css['state']}>
        {checked ? (
          <span className={`kk-tag kk-tag-${tones[checked.state]}`}>{own(`kit_transfer.states.${checked.state}`)}</span>
        ) : (
          '…'
        )}
        {isOfRow ? <span className={css['why']}>{checked.error}</span> : null}
        {trashed ? (
          <span className={css['trashed']}>
            {checked?.state === 'wrong' ? null : own('kit_transfer.same_in_trash')}
            <RestoreButton line={record.line} own={own} restore={() => restore(props.index, trashed)} />
          </span>
        ) : null}
      </td>
      {columns.map((column) => (
        <Cell key={column.key} column={column} {...props} />
      ))}
    </tr>
  );
}

export type RowStateCounts = Record<RowState | 'all', number>;

export function countStates({ records, checked }: Pick<ImportCheck, 'records' | 'checked'>): RowStateCounts {
  const counts: RowStateCounts = { all: records.length, new: 0, changed: 0, same: 0, wrong: 0 };
  for (const row of checked) if (row) counts[row.state] += 1;
  return counts;
}

function Tabs({
  counts,
  state,
  set,
  own,
}: {
  counts: RowStateCounts;
  state: RowState | 'all';
  set: (state: RowState | 'all') => void;
  own: Translate;
}) {
  return (
    <div className={css['tabs']} role="group" aria-label={own('kit_transfer.steps.check')}>
      {(['all', ...states] as const).map((key) => (
        <button key={key} type="button" aria-pressed={state === key} data-state={key} onClick={() => set(key)}>
          {key === 'all' ? own('kit_transfer.all') : own(`kit_transfer.states.${key}`)}{' '}
          <b>{counts[key].toLocaleString()}</b>
        </button>
      ))}
    </div>
  );
}

type Props = {
  check: ImportCheck;
  /** Takes the deleted row `id` out of the trash for the row at `index`. */
  restore: LineProps['restore'];
  columns: readonly ImportColumn[];
  /** Label of the column that identifies existing rows; null when nothing does. */
  existing: { label: string; skip: boolean; set: (skip: boolean) => void } | null;
  own: Translate;
};

/** The sheet as a difference to what is stored: each row new, updated, unchanged or wrong, and every cell editable. */
export function CheckTable({ check, restore, columns, existing, own }: Props) {
  const [state, setState] = useState<RowState | 'all'>('all');
  const [shown, setShown] = useState(rowsAtOnce);
  const { records, checked, done, failed } = check;
  const counts = countStates(check);
  const isDone = done >= records.length;
  // A row mended under the filter stays where it is until the filter is chosen again.
  const [chosen, setChosen] = useState<{ state: RowState | 'all'; rows: number[] } | null>(null);
  const all = useMemo(() => records.map((_record, index) => index), [records]);
  const rows = state === 'all' ? all : (chosen?.rows ?? []);
  const choose = (next: RowState | 'all'): void => {
    setState(next);
    setShown(rowsAtOnce);
    setChosen({ state: next, rows: all.filter((index) => checked[index]?.state === next) });
  };
  const more = (event: UIEvent<HTMLDivElement>): void => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
    if (scrollHeight - scrollTop - clientHeight < nearEnd && shown < rows.length) setShown(shown + rowsAtOnce);
  };
  return (
    <>
      <div className={css['bar']}>
        <Tabs counts={counts} state={state} set={choose} own={own} />
        {existing ? (
          <label className={css['existing']}>
            {own('kit_transfer.existing.label', { key: existing.label })}
            <select
              className="kk-input"
              value={existing.skip ? 'skip' : 'update'}
              onChange={(event) => existing.set(event.target.value === 'skip')}
            >
              <option value="update">{own('kit_transfer.existing.update')}</option>
              <option value="skip">{own('kit_transfer.existing.skip')}</option>
            </select>
          </label>
        ) : null}
      </div>
      {isDone && !failed ? null : (
        <p className={css['line']} role="status">
          {failed ? own('kit_transfer.check_failed') : own('kit_transfer.checking', { done, count: records.length })}
          {failed ? (
            <Button size="small" onClick={check.retry}>
              {own('kit_transfer.check_again')}
            </Button>
          ) : (
            <progress max={records.length} value={done} aria-label={own('kit_transfer.steps.check')} />
          )}
        </p>
      )}
      {columns
        .filter(({ allowed }) => allowed.length > 0)
        .map(({ key, allowed }) => (
          <datalist key={key} id={`allowed-${key}`}>
            {allowed.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </datalist>
        ))}
      <div className={css['grid']} onScroll={more} role="region" aria-label={own('kit_transfer.steps.check')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{own('kit_transfer.row')}</th>
              <th scope="col">{own('kit_transfer.outcome')}</th>
              {columns.map(({ key, label }) => (
                <th scope="col" key={key}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).flatMap((index) => {
              const record = records[index];
              return record
                ? [
                    <Line
                      key={index}
                      record={record}
                      index={index}
                      checked={checked[index]}
                      columns={columns}
                      own={own}
                      edit={check.edit}
                      restore={restore}
                    />,
                  ]
                : [];
            })}
          </tbody>
        </table>
        {rows.length === 0 ? (
          <p className={css['line']}>{own(`kit_transfer.${records.length === 0 ? 'no_records' : 'no_rows'}`)}</p>
        ) : null}
      </div>
    </>
  );
}
