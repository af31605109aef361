import type { ReactNode } from 'react';
import type { ListPage } from '../../use-resource.ts';
import type { PlacedColumn } from '../columns/place-columns.ts';
import { pinOf } from '../table/table-head.tsx';
import { cellOf, type CellSources } from './cell-of.tsx';

type Props = CellSources & { list: ListPage | undefined };

/** The sums of a list, drawn like the values of their columns; null when not all rows were counted. */
function sumsOf(props: Props): Map<string, ReactNode> | null {
  const { definition, list } = props;
  const { sums = null } = list ?? {};
  const { summary = [] } = definition.list;
  if (!sums || summary.length === 0) return null;
  const row = { ...sums, id: 0 };
  return new Map(summary.map((name) => [name, cellOf(props, name, row)]));
}

/** The foot of the table: sums over all rows that match, below their columns. */
export function SumRow(props: Props & { columns: readonly PlacedColumn[] }) {
  const { definition, columns, words } = props;
  const sums = sumsOf(props);
  if (!sums || !columns.some(({ key }) => sums.has(key))) return null;
  return (
    <tfoot>
      <tr className="kk-sums">
        <th scope="row" className="kk-check kk-pin-left" style={{ left: 0 }}>
          {words.t('lists.sum')}
        </th>
        {columns.map((column) => (
          <td key={column.key} {...pinOf(definition, column)}>
            {sums.get(column.key)}
          </td>
        ))}
        <td aria-hidden="true" className="kk-menu-cell kk-pin-right" style={{ right: 0 }} />
      </tr>
    </tfoot>
  );
}

/** The same below the cards of a phone. */
export function SumLine(props: Props) {
  const { words } = props;
  const sums = sumsOf(props);
  if (!sums) return null;
  return (
    <section aria-label={words.t('lists.sum')}>
      <dl className="kk-sum-line">
        {[...sums].map(([name, sum]) => (
          <div key={name}>
            <dt>
              {words.t('lists.sum')}
              {words.t('lists.colon')}
              {words.field(name)}
            </dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
