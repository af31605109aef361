import { Alert, Button, Modal, Skeleton, Tabs } from 'antd';
import { useEffect } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { renderCell } from '../fields/cells.tsx';
import { LoadError } from '../load-error.tsx';
import type { ResourceView } from '../resource-view.ts';
import { useReload, useLoadedView, useResourceRow, type Shown } from '../use-resource.ts';
import { useWords, type Words } from '../use-words.ts';
import { FieldRow } from './field-row.tsx';
import { RowActions } from './row-actions.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { useRecordForm, type RecordForm } from './use-record-form.ts';

type EditorProps = { definition: ResourceDefinition; id: number; onSaved: (id: number) => void; onDirty: (dirty: boolean) => void; tab?: string; onTab?: (tab: string) => void };

function Form({ definition, shown, form, words }: { definition: ResourceDefinition; shown: Shown; form: RecordForm; words: Words }) {
  const { t } = words;
  const editable = new Set(form.keys);
  return (
    <form
      className="kk-form" noValidate
      onSubmit={(event) => { event.preventDefault(); void form.save(); }}
      onKeyDown={(event) => { if ((event.ctrlKey || event.metaKey) && event.key === 's') { event.preventDefault(); void form.save(); } }}
    >
      {form.has_draft && form.dirty ? <Alert type="info" showIcon title={t('kit.draft_found')} action={<Button size="small" onClick={form.dropDraft}>{t('kit.draft_drop')}</Button>} /> : null}
      {(definition.form ?? []).map(({ group, fields }) => (
        <fieldset key={group} className="kk-group">
          <legend>{words.group(group)}</legend>
          <div className="kk-grid">
            {fields.map((name) => {
              const field = definition.fields[name];
              if (!field) return null;
              return editable.has(name) ? (
                <FieldRow key={name} name={name} field={field} words={words} choices={shown.maps[name] ?? []} value={form.values[name]} errors={form.errors[name] ?? []} disabled={form.busy} onChange={(value) => form.set(name, value)} onBlur={() => form.check(name)} />
              ) : <ReadOnly key={name} definition={definition} name={name} shown={shown} words={words} />;
            })}
          </div>
        </fieldset>
      ))}
      <div className="kk-form-foot"><Button type="primary" htmlType="submit" loading={form.busy}>{t('kit.save')}</Button></div>
      <StaleDialog conflicts={form.conflicts} words={words} resolve={form.resolve} />
    </form>
  );
}

function ReadOnly({ definition, name, shown, words }: { definition: ResourceDefinition; name: string; shown: Shown; words: Words }) {
  const field = definition.fields[name];
  if (!field) return null;
  return (
    <div className="kk-field">
      <span className="kk-label">{words.field(name)}</span>
      <div className="kk-value">{renderCell({ row: shown.row, name, field, choices: shown.maps[name] ?? [], t: words.t })}</div>
    </div>
  );
}

/** Everything a row says, for who may only look. */
function Details({ definition, shown, words, view }: { definition: ResourceDefinition; shown: Shown; words: Words; view: ResourceView }) {
  const keys = Object.keys(definition.fields).filter((key) => shown.row[key] !== undefined);
  return (
    <div className="kk-grid kk-details">
      {keys.map((name) => (view.cells?.[name]
        ? <div className="kk-field" key={name}><span className="kk-label">{words.field(name)}</span><div className="kk-value">{view.cells[name]?.(shown.row)}</div></div>
        : <ReadOnly key={name} definition={definition} name={name} shown={shown} words={words} />))}
    </div>
  );
}

function FormTab({ definition, shown, words, onSaved, onDirty }: { definition: ResourceDefinition; shown: Shown; words: Words } & Pick<EditorProps, 'onSaved' | 'onDirty'>) {
  const form = useRecordForm({ definition, row: shown.row, words, saved: onSaved });
  useEffect(() => onDirty(form.dirty), [form.dirty, onDirty]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    if (form.dirty) window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [form.dirty]);
  return <Form definition={definition} shown={shown} form={form} words={words} />;
}

/** Asks before unsaved changes are left behind. */
export function confirmLeave(words: Words): Promise<boolean> {
  return new Promise((resolve) => {
    Modal.confirm({
      title: words.t('kit.leave_title'), content: words.t('kit.leave_text'), okText: words.t('kit.leave'), cancelText: words.t('kit.stay'), okButtonProps: { danger: true },
      onOk: () => resolve(true), onCancel: () => resolve(false),
    });
  });
}

function tabsOf(props: EditorProps & { shown: Shown; words: Words; view: ResourceView; reload: () => void }) {
  const { definition, shown, words, view, reload, id, onSaved, onDirty } = props;
  const may = (operation: string): boolean => shown.permissions.includes(operation);
  const canEdit = id === 0 ? may('create') : may('update') && definition.only.includes('update');
  const Own = id === 0 ? view.create : undefined;
  const basic = {
    key: 'basic', label: words.t('kit.basic'),
    children: Own ? <Own close={() => onSaved(0)} created={onSaved} />
      : canEdit ? <FormTab key={shown.row.version ?? 0} definition={definition} shown={shown} words={words} onSaved={onSaved} onDirty={onDirty} />
      : <Details definition={definition} shown={shown} words={words} view={view} />,
  };
  const panels = id === 0 ? [] : (view.panels ?? []).filter((panel) => !panel.permission || may(panel.permission)).map((panel) => ({
    key: panel.key, label: words.t(panel.wording), first: panel.first ?? false, children: <panel.panel row={shown.row} permissions={shown.permissions} reload={reload} />,
  }));
  const inForm = new Set((definition.form ?? []).flatMap((group) => group.fields));
  const hasMore = canEdit && id !== 0 && Object.keys(definition.fields).some((key) => key !== 'id' && !inForm.has(key) && shown.row[key] !== undefined);
  const details = hasMore ? [{ key: 'details', label: words.t('kit.detail'), children: <Details definition={definition} shown={shown} words={words} view={view} /> }] : [];
  return [...panels.filter((panel) => panel.first), basic, ...details, ...panels.filter((panel) => !panel.first)];
}

/** One record: its form and the panels of its feature. The drawer of the list and the page of the row both show this. */
export function RecordEditor(props: EditorProps) {
  const { definition, id, tab, onTab } = props;
  const words = useWords(definition);
  const { data: shown, isError, refetch, isFetching } = useResourceRow(definition, id);
  const view = useLoadedView(definition.name);
  const reload = useReload(definition.name);
  if (isError) return <LoadError retry={() => void refetch()} />;
  if (!shown || !view || (isFetching && shown.row.id !== id && id !== 0)) return <Skeleton active paragraph={{ rows: 8 }} />;
  const items = tabsOf({ ...props, shown, words, view, reload });
  const [only] = items;
  const actions = id === 0 || view.has_own_actions ? null : <RowActions definition={definition} shown={shown} words={words} reload={() => { reload(); void refetch(); }} />;
  if (items.length === 1 && only) return <>{actions}{only.children}</>;
  return <>{actions}<Tabs items={items} {...(tab ? { activeKey: tab } : {})} {...(onTab ? { onChange: onTab } : {})} /></>;
}

