import { Alert, Button } from 'antd';
import { nearestText } from '@kaike/shared/kit/nearest-text';
import type { Translate } from '@kaike/shared/kit/wording';
import type { Worksheet } from '../workbook/workbook.ts';
import type { ImportColumn } from './import-columns.ts';
import type { Match } from './match-columns.ts';
import css from './wizard.module.css';

type Props = {
  fileName: string;
  sheet: Worksheet;
  match: Match;
  columns: readonly ImportColumn[];
  own: Translate;
  change: (keys: Match['keys']) => void;
  back: () => void;
  next: () => void;
};

const sampleRows = 20;
const samples = 3;

/** The first different values of a column. */
function samplesOf({ cells }: Worksheet, { first }: Match, index: number): string {
  const values = cells.slice(first, first + sampleRows).map((row) => String(row[index] ?? '').trim());
  return [...new Set(values.filter((value) => value !== ''))].slice(0, samples).join('、');
}

/** What an unknown heading perhaps stands for, among the fields no other column holds. */
function likelyOf(head: string, columns: readonly ImportColumn[], used: ReadonlySet<string | undefined>) {
  const open = columns.filter(({ key }) => !used.has(key));
  const names = open.flatMap(({ label, heads }) => [label, ...heads]);
  const nearest = head === '' ? null : nearestText(head, names);
  return nearest === null ? undefined : open.find(({ label, heads }) => label === nearest || heads.includes(nearest));
}

/** The second step: what each column of the sheet holds. */
export function MatchStep({ fileName, sheet, match, columns, own, change, back, next }: Props) {
  const used = new Set(match.keys.filter(Boolean));
  const missing = columns.filter(({ key, required }) => required && !used.has(key)).map(({ label }) => label);
  const put = (index: number, key: string): void =>
    change(match.keys.map((before, place) => (place === index ? key : before === key && key !== '' ? '' : before)));
  return (
    <>
      <p className="kk-muted">
        {own('kit_transfer.match.hint', { file: fileName, count: sheet.cells.length - match.first })}
      </p>
      {used.size === 0 ? <Alert type="warning" showIcon title={own('kit_transfer.no_heads')} /> : null}
      <div className={css['scroll']}>
        <table className={css['match']}>
          <thead>
            <tr>
              <th scope="col">{own('kit_transfer.match.column')}</th>
              <th scope="col">{own('kit_transfer.match.sample')}</th>
              <th scope="col">{own('kit_transfer.match.field')}</th>
            </tr>
          </thead>
          <tbody>
            {match.heads.map((head, index) => {
              const key = match.keys[index];
              const likely = key ? undefined : likelyOf(head, columns, used);
              const name = head || own('kit_transfer.match.no_head', { column: index + 1 });
              return (
                <tr key={`${index}-${head}`}>
                  <th scope="row">{name}</th>
                  <td className="kk-muted">{samplesOf(sheet, match, index)}</td>
                  <td>
                    <select
                      className="kk-input"
                      aria-label={`${name} → ${own('kit_transfer.match.field')}`}
                      value={key ?? ''}
                      onChange={(event) => put(index, event.target.value)}
                    >
                      <option value="">{own('kit_transfer.match.skip')}</option>
                      {columns.map((column) => (
                        <option key={column.key} value={column.key}>
                          {column.required ? `${column.label} *` : column.label}
                        </option>
                      ))}
                    </select>
                    {likely ? (
                      <button type="button" className={css['proposal']} onClick={() => put(index, likely.key)}>
                        {own('kit_transfer.match.like', { label: likely.label })}
                      </button>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {missing.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={own('kit_transfer.match.missing', { heads: missing.join(own('common.list_separator')) })}
        />
      ) : null}
      <footer className={css['foot']}>
        <Button onClick={back}>{own('kit_transfer.match.back')}</Button>
        <Button
          type="primary"
          disabled={used.size === 0}
          title={used.size === 0 ? own('kit_transfer.match.nothing') : ''}
          onClick={next}
        >
          {own('kit_transfer.match.next')}
        </Button>
      </footer>
    </>
  );
}
