import { Button, Dropdown } from 'antd';
import { Suspense, type KeyboardEvent } from 'react';
import bulkWords from 'virtual:locale/bulk_runs';
import { maximumLeftOut } from '@kaike/shared/domain/office/bulk-run';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { offeredRows } from '@kaike/shared/kit/rows/offer';
import { KitIcon } from '../kit-icon.tsx';
import type { OfferedVerb, RowOffer } from '../list/actions/offers.ts';
import { useWidth } from '../list/columns/use-width.ts';
import { matchingOf, useSelected, type Selected, type Selection } from '../list/rows/use-selection.ts';
import type { ResourceView } from '../resource-view.ts';
import type { ListPage } from '../use-resource.ts';
import type { ResourceWording } from '../words/use-words.ts';
import { useFitting } from './use-fitting.ts';

export type BulkProps = {
  definition: ResourceDefinition;
  words: ResourceWording;
  view: ResourceView;
  may: ReadonlySet<string>;
  selection: Selection;
  list: ListPage | undefined;
  /** The filters alone, as bulk writes send them. */
  filters: string;
  offers: readonly RowOffer[];
  run: (offer: OfferedVerb) => void;
  remove: () => void;
  reload: () => void;
};
type WithSelected = BulkProps & { selected: Selected };
type Entry = { key: string; label: string; danger: boolean; run: () => void };

/** Verbs that stand in the bar where it has room; more are behind a button. */
const inBar = 4;

/** A number of rows as read in a list: 1,284 位学员. */
const rowsText = (words: ResourceWording, count: number): string =>
  words.count(count).replace(String(count), count.toLocaleString());

/** What can be done with at least one of the ticked rows; what is for some of them says for how many. */
function entriesOf({ words, may, selected, offers, run, remove }: WithSelected): Entry[] {
  const { rows, is_everything } = selected;
  const verbs = offers.flatMap((offer): Entry[] => {
    const { key, action, label } = offer;
    if (action.single_row && (rows.length > 1 || is_everything)) return [];
    const entry = { key, danger: action.danger ?? false, run: () => run(offer) };
    if (is_everything) return [{ ...entry, label }];
    const count = offeredRows(action, rows).length;
    const text = count < rows.length ? words.t('lists.some_of', { label, rows: words.count(count) }) : label;
    return count === 0 ? [] : [{ ...entry, label: text }];
  });
  return may.has('delete')
    ? [...verbs, { key: '-delete', label: words.t('kit.actions.delete'), danger: true, run: remove }]
    : verbs;
}

/** Why nothing is offered while more rows are left out than a request may name. */
function TooManyLeftOut({ count, words }: { count: number; words: ResourceWording }) {
  const t = bulkWords.useT();
  return t('bulk_runs.too_many_left_out', { left: rowsText(words, count), limit: maximumLeftOut.toLocaleString() });
}

/** How many rows are ticked, and a button that selects everything that matches. */
function Ticked({ selection, selected, list, words }: Pick<WithSelected, 'selection' | 'selected' | 'list' | 'words'>) {
  const { t } = words;
  const total = list?.total ?? 0;
  const isExact = list?.total_exact ?? false;
  const rows = rowsText(words, total);
  const { length: left } = selected.excepted;
  if (left > maximumLeftOut)
    return (
      <Suspense>
        <TooManyLeftOut count={left} words={words} />
      </Suspense>
    );
  if (left > 0)
    return (
      <span>
        {t(isExact ? 'lists.everything_but' : 'lists.everything_but_about', {
          rows: rowsText(words, Math.max(0, total - left)),
          all: total.toLocaleString(),
          left: left.toLocaleString(),
        })}
      </span>
    );
  if (selected.is_everything)
    return <span>{t(isExact ? 'lists.everything' : 'lists.everything_about', { rows })}</span>;
  return (
    <>
      <span>
        {t(selected.elsewhere > 0 ? 'lists.ticked_elsewhere' : 'lists.ticked', {
          rows: rowsText(words, selected.rows.length),
          others: selected.elsewhere.toLocaleString(),
        })}
      </span>
      {total > selected.rows.length ? (
        <Button type="link" size="small" onClick={selection.chooseEverything}>
          {t(isExact ? 'lists.select_all' : 'lists.select_all_about', { rows })}
        </Button>
      ) : null}
    </>
  );
}

function returnToRow(event: KeyboardEvent<HTMLElement>): void {
  // An open menu has its own use for Escape.
  if (event.key !== 'Escape' || !(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('.kk-row[tabindex="0"], .kk-card-body')?.focus();
}

/** What can be done with the ticked rows: it floats over the foot of the list, so that no row moves. */
export function BulkBar(props: BulkProps) {
  const { words, view, may, selection, reload, filters } = props;
  const { t } = words;
  const selected = useSelected(selection);
  const Extra = view.selection;
  const isTooMany = selected.excepted.length > maximumLeftOut;
  const entries = isTooMany ? [] : entriesOf({ ...props, selected });
  const [measure, room] = useWidth();
  const { ref, count } = useFitting({
    labels: entries.map(({ label }) => label),
    most: entries.length > inBar + 1 ? inBar : entries.length,
    room,
  });
  const more = entries.slice(count);
  return (
    <div ref={measure} className="kk-bulk-place">
      <section className="kk-bulk" aria-label={t('lists.bulk')} onKeyDown={returnToRow}>
        <span role="status" className="kk-marked">
          <Ticked {...props} selected={selected} />
        </span>
        <span ref={ref} className="kk-bulk-verbs">
          {entries.slice(0, count).map(({ key, label, danger, run }) => (
            <Button key={key} type="text" danger={danger} onClick={run}>
              {label}
            </Button>
          ))}
          {Extra && !isTooMany ? (
            <Extra
              reload={reload}
              permissions={[...may]}
              target={selected.is_everything ? { matching: matchingOf(selected, filters) } : { ids: selected.ids }}
            />
          ) : null}
          {more.length > 0 ? (
            <Dropdown
              trigger={['click']}
              placement="topRight"
              autoFocus
              menu={{
                items: more.map(({ key, label, danger }) => ({ key, label, danger })),
                onClick: ({ key }) => more.find((entry) => entry.key === key)?.run(),
              }}
            >
              <Button type="text" icon={<KitIcon name="more" />} aria-label={t('kit.more_verbs')} />
            </Dropdown>
          ) : null}
        </span>
        <Button
          type="text"
          icon={<KitIcon name="cross" />}
          aria-label={t('kit.clear_selection')}
          onClick={selection.clear}
        />
      </section>
    </div>
  );
}
