import { Alert, Button, Skeleton, Tabs } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import fieldWords from 'virtual:words/kit_fields';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { loggedResources } from '@kaike/shared/resources/logs';
import { useCan } from '../../app/session.ts';
import { renderCell } from '../fields/cells.tsx';
import { LoadError } from '../load-error.tsx';
import type { ResourceView } from '../resource-view.ts';
import { useReload, useLoadedView, useResourceRow, type LoadedRow } from '../use-resource.ts';
import { useWords, type Words } from '../words/use-words.ts';
import { FileInfoContext } from '../fields/files/file-info.ts';
import { FieldRow } from './field-row.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { RowActions } from './row-actions.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { useRecordForm, type RecordForm } from './use-record-form.ts';

const MaskedValue = lazy(async () => ({ default: (await import('../fields/masked-value.tsx')).MaskedValue }));
const RecordHistory = lazy(async () => ({ default: (await import('../pages/record-history.tsx')).RecordHistory }));

type EditorProps = {
  definition: ResourceDefinition;
  id: number;
  onSaved: (id: number) => void;
  onDirty?: (dirty: boolean) => void;
  tab?: string;
  onTab?: (tab: string) => void;
  /** For new rows: saves, and opens an empty form for the next one. */
  onAgain?: () => void;
  /** Closes the form without saving; not offered on a page of its own. */
  onCancel?: () => void;
};

const noFiles = {};

type FormProps = {
  definition: ResourceDefinition;
  loaded: LoadedRow;
  form: RecordForm;
  words: Words;
  saveAgain: (() => void) | null;
  cancel: (() => void) | undefined;
};

function Form({ definition, loaded, form, words, saveAgain, cancel }: FormProps) {
  const { t } = words;
  const editable = new Set(form.keys);
  return (
    <FileInfoContext value={loaded.row.file_info ?? noFiles}>
      <form
        className="kk-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <Notices form={form} words={words} />
        {(definition.form ?? []).map(({ group, fields }) => (
          <fieldset key={group} className="kk-group">
            <legend>{words.group(group)}</legend>
            <GroupHelp name={`resources.${definition.name}.group_help.${group}`} words={words} />
            <div className="kk-grid">
              {fields.map((name) => {
                const field = definition.fields[name];
                if (!field) return null;
                if (editable.has(name) && !form.shown.has(name)) return null;
                return editable.has(name) ? (
                  <FieldRow
                    key={name}
                    {...form.bind(name)}
                    name={name}
                    field={field}
                    help={words.help(name)}
                    choices={loaded.maps[name] ?? []}
                  />
                ) : (
                  <ReadOnly key={name} definition={definition} name={name} loaded={loaded} words={words} />
                );
              })}
            </div>
          </fieldset>
        ))}
        <div className="kk-form-foot">
          <Button type="primary" htmlType="submit" loading={form.busy}>
            {t('kit.save')}
          </Button>
          {saveAgain ? (
            <Button disabled={form.busy} onClick={saveAgain}>
              {t('kit.save_and_new')}
            </Button>
          ) : null}
          {cancel ? (
            <Button disabled={form.busy} onClick={cancel}>
              {t('kit.cancel')}
            </Button>
          ) : null}
        </div>
        <StaleDialog
          definition={definition}
          conflicts={form.conflicts}
          words={words}
          maps={loaded.maps}
          resolve={form.resolve}
        />
      </form>
    </FileInfoContext>
  );
}

/** The description of a group of fields; nothing when the resource has none. */
function GroupHelp({ name, words }: { name: string; words: Words }) {
  const text = words.t(name);
  return text === name ? null : <p className="kk-help">{text}</p>;
}

/** Notices above the form: an older draft is shown, or the last save did not reach the server. */
function Notices({ form, words }: { form: RecordForm; words: Words }) {
  const { t } = words;
  const own = fieldWords.useT();
  return (
    <div role="status">
      {form.lost ? (
        <Alert type="warning" showIcon title={own('kit_fields.form.lost')} style={{ marginBottom: 12 }} />
      ) : null}
      {form.draft_at !== null && form.dirty ? (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 12 }}
          title={t('kit.draft_found')}
          description={own('kit_fields.form.draft_at', { time: formatDateTime(new Date(form.draft_at)).slice(0, 16) })}
          action={
            <Button size="small" onClick={form.discard}>
              {t('kit.draft_drop')}
            </Button>
          }
        />
      ) : null}
    </div>
  );
}

function ReadOnly({
  definition,
  name,
  loaded,
  words,
}: {
  definition: ResourceDefinition;
  name: string;
  loaded: LoadedRow;
  words: Words;
}) {
  const field = definition.fields[name];
  if (!field) return null;
  const value = renderCell({ row: loaded.row, name, field, choices: loaded.maps[name] ?? [], t: words.t });
  const mayAsk = field.masked !== undefined && Boolean(loaded.row[name]) && loaded.permissions.includes('reveal');
  return (
    <div className="kk-field">
      <span className="kk-label">{words.field(name)}</span>
      <div className="kk-value">
        {mayAsk ? (
          <Suspense fallback={value}>
            <MaskedValue definition={definition} id={loaded.row.id} name={name}>
              {value}
            </MaskedValue>
          </Suspense>
        ) : (
          value
        )}
      </div>
    </div>
  );
}

/** Read-only view of all fields of a row. */
function Details({
  definition,
  loaded,
  words,
  view,
}: {
  definition: ResourceDefinition;
  loaded: LoadedRow;
  words: Words;
  view: ResourceView;
}) {
  const keys = Object.keys(definition.fields).filter((key) => loaded.row[key] !== undefined);
  return (
    <div className="kk-grid kk-details">
      {keys.map((name) =>
        view.cells?.[name] ? (
          <div className="kk-field" key={name}>
            <span className="kk-label">{words.field(name)}</span>
            <div className="kk-value">{view.cells[name]?.(loaded.row)}</div>
          </div>
        ) : (
          <ReadOnly key={name} definition={definition} name={name} loaded={loaded} words={words} />
        ),
      )}
    </div>
  );
}

type FormTabProps = { definition: ResourceDefinition; loaded: LoadedRow; words: Words } & Pick<
  EditorProps,
  'onSaved' | 'onDirty' | 'onCancel'
> & { again: (() => void) | null };

function FormTab({ definition, loaded, words, onSaved, onDirty, onCancel, again }: FormTabProps) {
  const isAgain = useRef(false);
  const form = useRecordForm({
    definition,
    row: loaded.row,
    words,
    saved: (id) => (isAgain.current && again ? again() : onSaved(id)),
  });
  const saveAgain = (): void => {
    isAgain.current = true;
    void form.save().finally(() => {
      isAgain.current = false;
    });
  };
  useEffect(() => onDirty?.(form.dirty), [form.dirty, onDirty]);
  const save = useRef(form.save);
  save.current = form.save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || event.isComposing) return;
      event.preventDefault();
      void save.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <LeaveGuard dirty={form.dirty} words={words} onLeave={form.forget} />
      <Form
        definition={definition}
        loaded={loaded}
        form={form}
        words={words}
        saveAgain={again ? saveAgain : null}
        cancel={onCancel}
      />
    </>
  );
}

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

function tabsOf(
  props: EditorProps & {
    loaded: LoadedRow;
    words: Words;
    view: ResourceView;
    reload: () => void;
    has_history: boolean;
    round: number;
    again: (() => void) | null;
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
      <Own close={() => onSaved(0)} created={onSaved} />
    ) : canEdit ? (
      <FormTab
        key={`${loaded.row.version ?? 0}:${props.round}`}
        definition={definition}
        loaded={loaded}
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
                <RecordHistory resource={definition.name} id={id} may_restore={may('update')} reload={reload} />
              </Suspense>
            ),
          },
        ]
      : [];
  return [
    ...panels.filter((panel) => panel.first),
    basic,
    ...details,
    ...panels.filter((panel) => !panel.first),
    ...history,
  ];
}

/** New rows one after the other: each gets an empty form, with the cursor in its first field. */
function useRounds(onAgain: EditorProps['onAgain'], reload: () => void): { round: number; again: (() => void) | null } {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) document.querySelector<HTMLElement>('.kk-form input, .kk-form textarea')?.focus();
  }, [round]);
  const again = (): void => {
    onAgain?.();
    reload();
    setRound((number) => number + 1);
  };
  return { round, again: onAgain ? again : null };
}

/** One record: its form and the panels of its feature, in the list's drawer and on the row's page. */
export function RecordEditor(props: EditorProps) {
  const { definition, id, tab, onTab } = props;
  const words = useWords(definition);
  const { data: loaded, isError, error, refetch, isFetching } = useResourceRow(definition, id);
  const view = useLoadedView(definition.name);
  const maySeeLog = useCan('admin.logs.list');
  const hasHistory =
    maySeeLog && definition.name !== 'logs' && loggedResources.some((name) => name === definition.name);
  const reload = useReload(definition.name);
  const { round, again } = useRounds(props.onAgain, reload);
  // A failed refetch leaves what is shown and typed.
  if (isError && !loaded) return <LoadError error={error} retry={() => void refetch()} />;
  if (!loaded || !view || (isFetching && loaded.row.id !== id && id !== 0))
    return <Skeleton active paragraph={{ rows: 8 }} />;
  const items = tabsOf({ ...props, loaded, words, view, has_history: hasHistory, reload, round, again });
  const [only] = items;
  const actions =
    id === 0 || view.has_own_actions ? null : (
      <RowActions
        definition={definition}
        loaded={loaded}
        words={words}
        reload={() => {
          reload();
          void refetch();
        }}
      />
    );
  if (items.length === 1 && only)
    return (
      <>
        {actions}
        {only.children}
      </>
    );
  return (
    <>
      {actions}
      <Tabs
        items={items}
        {...(items.some(({ key }) => key === tab) ? { activeKey: tab } : {})}
        {...(onTab ? { onChange: onTab } : {})}
      />
    </>
  );
}
