import { Button } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { offeredRows } from '@kaike/shared/kit/rows/offer';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { ListPage, ResourceIndex } from '../use-resource.ts';
import { createLabel, type Words } from '../words/use-words.ts';
import { rowOffers, type Offer } from './offers.ts';
import type { Selection } from './rows/use-selection.ts';

const ExportButton = lazy(async () => ({ default: (await import('../transfer/export-dialog.tsx')).ExportButton }));
const ImportButton = lazy(async () => ({
  default: (await import('../transfer/import/import-dialog.tsx')).ImportButton,
}));

type Props = {
  definition: ResourceDefinition;
  words: Words;
  view: ResourceView;
  may: ReadonlySet<string>;
  selection: Selection;
  list: ListPage | undefined;
  run: (offer: Offer) => void;
  remove: () => void;
  create: () => void;
  reload: () => void;
  index: ResourceIndex | undefined;
  search: string;
  /** The filters alone, as bulk writes send them. */
  filters: string;
  settings: ReactNode;
  busy: boolean;
};

const makers = ({ definition, may }: Props): [string, Action][] =>
  Object.entries(definition.actions ?? {}).filter(
    ([name, action]) => action.on === 'resource' && !action.hidden && may.has(name),
  );

/** An action on the ticked rows: shown when it applies to one of them, with their number when it does not apply to all. */
function BulkButton({
  offer,
  words,
  selection,
  run,
}: {
  offer: Offer;
  words: Words;
  selection: Selection;
  run: Props['run'];
}) {
  const { action, label } = offer;
  const { rows, is_everything: isEverything } = selection;
  if (action.one && (rows.length > 1 || isEverything)) return null;
  const count = isEverything ? rows.length : offeredRows(action, rows).length;
  if (count === 0) return null;
  return (
    <Button danger={action.danger ?? false} onClick={() => run(offer)}>
      {count < rows.length ? words.t('lists.some_of', { label, offered: count, count: rows.length }) : label}
    </Button>
  );
}

const totalOf = (list: ListPage | undefined): number => list?.total ?? 0;

/** How many rows are ticked, and a button that selects everything that matches. */
function Marked({ selection, list, words }: Pick<Props, 'selection' | 'list' | 'words'>) {
  const { t } = words;
  const total = totalOf(list);
  const count = total.toLocaleString();
  if (selection.is_everything)
    return <span>{t(list?.total_exact ? 'lists.everything' : 'lists.everything_about', { count })}</span>;
  const isPageTicked = list !== undefined && list.data.length > 0 && list.data.every((row) => selection.has(row.id));
  return (
    <>
      <span>{t('kit.selected', { count: selection.rows.length })}</span>
      {isPageTicked && total > selection.rows.length ? (
        <Button type="link" onClick={selection.chooseEverything}>
          {t(list.total_exact ? 'lists.select_all' : 'lists.select_all_about', { count })}
        </Button>
      ) : null}
    </>
  );
}

/** Actions on the ticked rows, with their number. */
function Ticked(props: Props) {
  const { definition, words, view, may, selection, run, remove, reload, filters } = props;
  const Extra = view.selection;
  return (
    <div className="kk-selection">
      <span role="status" className="kk-marked">
        <Marked {...props} />
      </span>
      {rowOffers(definition, words, (name) => may.has(name)).map((offer) => (
        <BulkButton key={offer.key} offer={offer} words={words} selection={selection} run={run} />
      ))}
      {Extra ? (
        <Extra
          reload={reload}
          permissions={[...may]}
          target={selection.is_everything ? { matching: filters } : { ids: selection.ids }}
        />
      ) : null}
      {may.has('delete') ? (
        <Button danger icon={<KitIcon name="trash" />} onClick={remove}>
          {words.t('kit.actions.delete')}
        </Button>
      ) : null}
      <Button type="link" onClick={selection.clear}>
        {words.t('kit.clear_selection')}
      </Button>
    </div>
  );
}

/** What can be created here. */
function Makers(props: Props) {
  const { words, view, may, run, create, reload, filters } = props;
  const Extra = view.toolbar;
  return (
    <div className="kk-buttons">
      {may.has('create') ? (
        <Button type="primary" icon={<KitIcon name="plus" />} onClick={create}>
          {createLabel(words)}
        </Button>
      ) : null}
      {Extra ? <Extra reload={reload} permissions={[...may]} target={{ matching: filters }} /> : null}
      {makers(props).map(([name, action]) => (
        <Button key={name} onClick={() => run({ key: name, name, label: words.action(name), action })}>
          {words.action(name)}
        </Button>
      ))}
    </div>
  );
}

/** The toolbar above the rows. */
export function ListToolbar(props: Props) {
  const { definition, words, may, selection, reload, index, search, settings, busy } = props;
  return (
    <div className="kk-toolbar">
      {selection.rows.length > 0 ? <Ticked {...props} /> : <Makers {...props} />}
      <div className="kk-tools">
        <Suspense>
          {may.has('import') && index ? (
            <ImportButton definition={definition} words={words} excel={index.excel} done={reload} />
          ) : null}
          {may.has('export') && index ? (
            <ExportButton definition={definition} words={words} excel={index.excel} search={search} />
          ) : null}
        </Suspense>
        <Button
          type="text"
          icon={<KitIcon name="refresh" />}
          aria-label={words.t('kit.refresh')}
          onClick={reload}
          loading={busy}
        />
        {settings}
      </div>
    </div>
  );
}
