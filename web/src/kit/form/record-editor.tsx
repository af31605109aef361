import { Skeleton, Tabs } from 'antd';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ListOfRelated } from '@kaike/shared/kit/rows/overview';
import { isLogged } from '@kaike/shared/resources/office/logs';
import { useCan } from '../../app/session.ts';
import { focusFirst } from '../fields/focus-first.ts';
import { Offline } from '../list/rows/offline.tsx';
import { LoadError } from '../load-error.tsx';
import { Details } from '../record/details.tsx';
import { Overview } from '../record/overview.tsx';
import { RecordBar } from '../record/record-bar.tsx';
import { countText, RelatedTab } from '../record/related-rows.tsx';
import { useRecordReload, useRelated, type RelatedList } from '../record/use-related.ts';
import type { CreateProps, ResourceView } from '../resource-view.ts';
import { useLoadedView, useResourceRow, type LoadedRow } from '../use-resource.ts';
import { useWords, type ResourceWording } from '../words/use-words.ts';
import { FormTab } from './record-form.tsx';

const RecordHistory = lazy(async () => ({ default: (await import('../pages/record-history.tsx')).RecordHistory }));

type EditorProps = {
  definition: ResourceDefinition;
  id: number;
  onSaved: (id: number) => void;
  onDirty?: (dirty: boolean) => void;
  tab?: string;
  onTab?: (tab: string) => void;
  /** What a new row starts with, besides the defaults. */
  initial?: Record<string, unknown>;
  /** For new rows: saves, and opens an empty form for the next one. */
  onAgain?: () => void;
  /** Closes the form without saving; not offered on a page of its own. */
  onCancel?: () => void;
  /** On a page of its own, where what the record lacks stands beside it. */
  isPage?: boolean;
};

function mayEdit({
  id,
  definition,
  loaded,
  view,
}: {
  id: number;
  definition: ResourceDefinition;
  loaded: LoadedRow;
  view: ResourceView;
}): boolean {
  if (id === 0) return loaded.permissions.includes('create');
  return loaded.permissions.includes('update') && definition.only.includes('update') && !view.is_locked?.(loaded.row);
}

/** The declared overview, and a tab for each list of related rows, with their number. */
function overviewTabs({
  id,
  related,
  reload,
  ...part
}: Pick<Parameters<typeof tabsOf>[0], 'id' | 'definition' | 'loaded' | 'words' | 'view' | 'reload' | 'related'>) {
  const { definition, words } = part;
  if (id === 0 || !definition.overview) return [];
  const labelOf = (list: RelatedList): string => words.related(list.definition.name);
  return [
    {
      key: 'overview',
      label: words.t('kit.overview'),
      children: <Overview {...part} lists={related} labelOf={labelOf} reload={reload} />,
    },
    ...related
      .filter(({ page }) => page?.total !== 0)
      .map((list) => ({
        key: list.definition.name,
        label: (
          <>
            {labelOf(list)} <span className="kk-count">{countText(list, words)}</span>
          </>
        ),
        children: <RelatedTab list={list} changed={reload} />,
      })),
  ];
}

/** A new row starts with what the list or the row before gave it. */
const startOf = ({ id, loaded, initial, carried }: Parameters<typeof tabsOf>[0]): LoadedRow =>
  id === 0 ? { ...loaded, row: { ...loaded.row, ...initial, ...carried } } : loaded;

const noRelated: readonly ListOfRelated[] = [];
const ignoreDirty = (): void => undefined;

/** A feature's form for new rows, with what the generated one has: guard, next row, cancel. */
function OwnForm({
  form: Form,
  round,
  again,
  onSaved,
  onDirty = ignoreDirty,
  onCancel,
}: Pick<Parameters<typeof tabsOf>[0], 'round' | 'again' | 'onSaved' | 'onDirty' | 'onCancel'> & {
  form: ComponentType<CreateProps>;
}) {
  return (
    <Suspense fallback={<Skeleton active />}>
      <Form
        key={round}
        created={onSaved}
        onDirty={onDirty}
        again={again ? () => again({}) : undefined}
        cancel={onCancel}
      />
    </Suspense>
  );
}

function tabsOf(
  props: EditorProps & {
    loaded: LoadedRow;
    words: ResourceWording;
    view: ResourceView;
    reload: () => void;
    has_history: boolean;
    round: number;
    carried: Record<string, unknown>;
    again: ((values: Record<string, unknown>) => void) | null;
    related: readonly RelatedList[];
  },
) {
  const { definition, loaded, words, view, reload, id, onSaved, onDirty } = props;
  const may = (operation: string): boolean => loaded.permissions.includes(operation);
  const canEdit = mayEdit({ id, definition, loaded, view });
  const Own = id === 0 ? view.create : undefined;
  const basic = {
    key: 'basic',
    label: words.t('kit.basic'),
    children: Own ? (
      <OwnForm form={Own} {...props} />
    ) : canEdit ? (
      <FormTab
        key={`${loaded.row.version ?? 0}:${props.round}`}
        definition={definition}
        loaded={startOf(props)}
        words={words}
        onSaved={onSaved}
        again={id === 0 ? props.again : null}
        {...(onDirty ? { onDirty } : {})}
        {...(props.onCancel ? { onCancel: props.onCancel } : {})}
      />
    ) : (
      <Details definition={definition} loaded={loaded} words={words} view={view} />
    ),
  };
  const panels =
    id === 0
      ? []
      : (view.panels ?? [])
          .filter((panel) => (!panel.permission || may(panel.permission)) && (panel.when?.(loaded.row) ?? true))
          .map((panel) => ({
            key: panel.key,
            label: words.t(panel.wording),
            first: panel.first ?? false,
            children: <panel.panel row={loaded.row} permissions={loaded.permissions} reload={reload} />,
          }));
  const inForm = new Set((definition.form ?? []).flatMap((group) => group.fields));
  const hasMore =
    canEdit &&
    id !== 0 &&
    Object.keys(definition.fields).some((key) => key !== 'id' && !inForm.has(key) && loaded.row[key] !== undefined);
  const details = hasMore
    ? [
        {
          key: 'details',
          label: words.t('kit.detail'),
          children: <Details definition={definition} loaded={loaded} words={words} view={view} />,
        },
      ]
    : [];
  const history =
    props.has_history && id !== 0
      ? [
          {
            key: 'history',
            label: words.t('resources.logs.history'),
            children: (
              <Suspense fallback={<Skeleton active />}>
                <RecordHistory resource={definition.name} id={id} mayRestore={may('update')} reload={reload} />
              </Suspense>
            ),
          },
        ]
      : [];
  return [
    ...overviewTabs(props),
    ...panels.filter((panel) => panel.first),
    basic,
    ...details,
    ...panels.filter((panel) => !panel.first),
    ...history,
  ];
}

/** New rows one after the other: each gets an empty form, with the cursor in its first field. */
function useRounds(definition: ResourceDefinition, onAgain: EditorProps['onAgain'], reload: () => void) {
  const [round, setRound] = useState(0);
  const [carried, setCarried] = useState<Record<string, unknown>>({});
  useEffect(() => {
    if (round > 0) focusFirst(document.querySelector('.kk-form'));
  }, [round]);
  const again = (values: Record<string, unknown>): void => {
    setCarried(Object.fromEntries((definition.form_keep ?? []).map((key) => [key, values[key]])));
    onAgain?.();
    reload();
    setRound((number) => number + 1);
  };
  return { round, carried, again: onAgain ? again : null };
}

/** Whether the changes of its records are logged, and this person may read the log. */
function useHasHistory({ name }: ResourceDefinition): boolean {
  const maySeeLog = useCan('admin.logs.list');
  return maySeeLog && name !== 'logs' && isLogged(name);
}

/** The selected tab. Whoever keeps it decides: it shows as selected once it is kept. */
function selectionOf(items: readonly { key: string }[], tab: EditorProps['tab'], onTab: EditorProps['onTab']) {
  const activeKey = items.find(({ key }) => key === tab)?.key;
  if (onTab) return { activeKey: activeKey ?? items[0]?.key ?? '', onChange: onTab };
  return activeKey === undefined ? {} : { activeKey };
}

/** One record: its form and the panels of its feature, in the list's drawer and on the row's page. */
export function RecordEditor(props: EditorProps) {
  const { definition, id, tab, onTab } = props;
  const words = useWords(definition);
  const record = useResourceRow(definition, id);
  const { data: loaded, isError, error, refetch, isFetching } = record;
  const view = useLoadedView(definition.name);
  const hasHistory = useHasHistory(definition);
  const reload = useRecordReload(definition.name);
  const { round, carried, again } = useRounds(definition, props.onAgain, reload);
  const related = useRelated((id > 0 && definition.overview?.related) || noRelated, id);
  // A failed refetch leaves what is shown and typed.
  if (isError && !loaded)
    return <LoadError error={error} retry={() => void refetch()} hasBack={props.isPage ?? false} />;
  if (!loaded || !view || (isFetching && loaded.row.id !== id && id !== 0))
    return <Skeleton active paragraph={{ rows: 8 }} />;
  const items = tabsOf({
    ...props,
    loaded,
    words,
    view,
    has_history: hasHistory,
    reload,
    round,
    carried,
    again,
    related,
  });
  const [only] = items;
  const actions =
    id === 0 ? null : (
      <RecordBar
        definition={definition}
        loaded={loaded}
        words={words}
        view={view}
        isPage={props.isPage ?? false}
        reload={() => {
          reload();
          void refetch();
        }}
      />
    );
  if (items.length === 1 && only)
    return (
      <>
        <Offline query={record} words={words} />
        {actions}
        {only.children}
      </>
    );
  return (
    <>
      <Offline query={record} words={words} />
      {actions}
      <Tabs className="kk-record-tabs" items={items} {...selectionOf(items, tab, onTab)} />
    </>
  );
}
