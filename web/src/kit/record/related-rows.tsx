import { Button } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { offeredRows } from '@kaike/shared/kit/rows/offer';
import { formatNumber } from '@kaike/shared/kit/format';
import { can, useSession } from '../../app/session.ts';
import { RecordLink } from '../detail/record-link.tsx';
import { isNumeric } from '../fields/cells.tsx';
import { rowOffers, type RowOffer } from '../list/actions/offers.ts';
import type { ShownRow } from '../resource-view.ts';
import { useResourceView } from '../use-resource.ts';
import { useWords, type ResourceWording } from '../words/use-words.ts';
import { isEmptyValue, plainValue } from './field-value.tsx';
import { groupRows } from './group-rows.ts';
import css from './record.module.css';
import type { RelatedList } from './use-related.ts';

const ActionDialog = lazy(async () => ({ default: (await import('../list/actions/action-dialog.tsx')).ActionDialog }));

type Running = { offer: RowOffer; rows: readonly ShownRow[] };

/** The verbs of related rows that this person may run. */
function useOffers({ related, definition }: RelatedList, words: ResourceWording): RowOffer[] {
  const user = useSession((state) => state.user);
  const { verbs = [] } = related;
  if (verbs.length === 0) return [];
  return rowOffers(definition, words, (name) => verbs.includes(name) && can(user, `admin.${definition.name}.${name}`));
}

function Verbs({
  offers,
  rows,
  run,
}: {
  offers: readonly RowOffer[];
  rows: readonly ShownRow[];
  run: (running: Running) => void;
}) {
  return offers.map((offer) => {
    const possible = offeredRows(offer.action, rows);
    return possible.length > 0 ? (
      <Button
        key={offer.key}
        size="small"
        danger={offer.action.danger ?? false}
        onClick={() => run({ offer, rows: possible })}
      >
        {offer.label}
      </Button>
    ) : null;
  });
}

/** Columns that say something about at least one of the rows. */
const columnsOf = ({ related, definition }: RelatedList, rows: readonly ShownRow[], words: ResourceWording): string[] =>
  related.columns.filter(
    (name, index) =>
      index === 0 ||
      (name in definition.fields && (words.empty_value(name) !== '' || rows.some((row) => !isEmptyValue(row[name])))),
  );

type LineProps = Pick<RelatedList, 'definition'> & {
  columns: readonly string[];
  value: (row: ShownRow, name: string) => ReactNode;
  verbs: (rows: readonly ShownRow[]) => ReactNode;
};

const alignOf = ({ definition }: LineProps, name: string): string | undefined =>
  isNumeric(definition.fields[name]?.kind ?? 'text') ? css['number'] : undefined;

function Line({ row, hasVerbs, ...props }: LineProps & { row: ShownRow; hasVerbs: boolean }) {
  const [first = '', ...others] = props.columns;
  return (
    <tr>
      <td className={alignOf(props, first)}>
        <RecordLink resource={props.definition.name} id={row.id}>
          {props.value(row, first)}
        </RecordLink>
      </td>
      {others.map((name) => (
        <td key={name} className={alignOf(props, name)}>
          {props.value(row, name)}
        </td>
      ))}
      {hasVerbs ? <td className={css['verbs']}>{props.verbs([row])}</td> : null}
    </tr>
  );
}

/** What the rows of a group share, how many there are, and the verbs of all of them. */
function GroupHead({
  group,
  by,
  count,
  ...props
}: LineProps & { group: readonly [ShownRow, ...ShownRow[]]; by: readonly string[]; count: string }) {
  const [first] = group;
  return (
    <tr className={css['group']}>
      <th scope="rowgroup" colSpan={props.columns.length}>
        <span>
          {by
            .filter((name) => !isEmptyValue(first[name]))
            .map((name) => (
              <span key={name}>{props.value(first, name)}</span>
            ))}
          <span className="kk-muted">{count}</span>
          <span className={css['verbs']}>{props.verbs(group)}</span>
        </span>
      </th>
    </tr>
  );
}

type RowsProps = { list: RelatedList; limit?: number; changed: () => void };

/** Related rows below their columns; grouped ones below the head of their group, which has the verbs of the whole group. */
export function RelatedRows({ list, limit = Infinity, changed }: RowsProps) {
  const { related, definition, page } = list;
  const words = useWords(definition);
  const offers = useOffers(list, words);
  const view = useResourceView(definition.name);
  const [running, setRunning] = useState<Running | null>(null);
  const all = page?.data ?? [];
  const rows = all.slice(0, limit);
  const by = related.group_by;
  // A group of which a part has not loaded must not be changed as if it were whole.
  const isWhole = !by || page?.total === all.length;
  const groups = groupRows(all, by ?? ['']);
  const line: LineProps = {
    definition,
    columns: columnsOf(list, rows, words),
    value: (row, name) => plainValue({ definition, row, name, words, view }),
    verbs: (selection) => (isWhole ? <Verbs offers={offers} rows={selection} run={setRunning} /> : null),
  };
  const hasVerbs = !by && offers.length > 0;
  return (
    <div className={css['scroll']}>
      <table className={css['rows']}>
        <thead>
          <tr>
            {line.columns.map((name) => (
              <th key={name} scope="col" className={alignOf(line, name)}>
                {words.field(name)}
              </th>
            ))}
            {hasVerbs ? (
              <th scope="col">
                <span className="kk-hidden">{words.t('lists.row_menu_head')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        {groups
          .filter((group) => group.some((row) => rows.includes(row)))
          .map((group) => (
            <tbody key={group[0].id}>
              {by ? <GroupHead {...line} group={group} by={by} count={words.count(group.length)} /> : null}
              {group
                .filter((row) => rows.includes(row))
                .map((row) => (
                  <Line key={row.id} {...line} row={row} hasVerbs={hasVerbs} />
                ))}
            </tbody>
          ))}
      </table>
      {running ? (
        <Suspense>
          <ActionDialog
            definition={definition}
            name={running.offer.name}
            action={running.offer.action}
            preset={running.offer.preset}
            target={{ rows: running.rows, matching: null }}
            words={words}
            maps={{}}
            close={() => setRunning(null)}
            done={changed}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** A number of rows as a list counts them: exact, or about. */
export function countText({ page }: Pick<RelatedList, 'page'>, words: ResourceWording): string {
  if (!page || page.total === null) return '';
  return page.total_exact ? formatNumber(page.total) : words.t('kit.about', { count: formatNumber(page.total) });
}

/** Related rows in a tab of their own, with the way to all of them. */
export function RelatedTab({ list, changed }: { list: RelatedList; changed: () => void }) {
  const words = useWords(list.definition);
  const rows = list.page?.data;
  if (!rows) return <div className="kk-loading" aria-busy="true" />;
  if (rows.length === 0) return <p className="kk-muted">{words.t('kit.empty', { name: words.name })}</p>;
  return (
    <div className={css['section']}>
      <RelatedRows list={list} changed={changed} />
      <Link className={css['all']} to={list.url}>
        {words.t('kit.all_of', { count: countText(list, words) })}
      </Link>
    </div>
  );
}
