import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import type { Field } from '@kaike/shared/kit/field';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { useLocale } from '../../app/wording.ts';
import { FileInfoContext } from '../fields/files/file-info.ts';
import { ReadOnly } from '../record/details.tsx';
import type { LoadedRow } from '../use-resource.ts';
import type { ResourceWording } from '../words/use-words.ts';
import { FieldRow } from './field-row.tsx';
import { FormFoot } from './form-foot.tsx';
import { FormGroup } from './form-group.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { useRecordForm, type RecordForm } from './use-record-form.ts';

const noFiles = {};
/** Above it nearly nothing is taken off; below it nearly nothing is left, so the price is no reduction. */
const [leastLeft, mostLeft] = [0.01, 0.99];

type FormProps = {
  definition: ResourceDefinition;
  loaded: LoadedRow;
  form: RecordForm;
  words: ResourceWording;
  saveAgain: (() => void) | null;
  cancel: (() => void) | undefined;
};

function Form({ definition, loaded, form, words, saveAgain, cancel }: FormProps) {
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
        {(definition.form ?? []).map(({ group, fields, folded = false }) => (
          <FormGroup
            key={group}
            words={words}
            group={group}
            folded={folded && !loaded.row.id}
            keys={fields.filter((name) => form.visibleKeys.has(name))}
            errors={form.errors}
            isUsed={fields.some((name) => form.isChanged(name))}
          >
            <GroupHelp name={`resources.${definition.name}.group_help.${group}`} words={words} />
            <div className="kk-grid">
              {fields.map((name) => {
                const field = definition.fields[name];
                if (!field) return null;
                if (editable.has(name) && !form.visibleKeys.has(name)) return null;
                return editable.has(name) ? (
                  <FieldRow
                    key={name}
                    {...form.bind(name)}
                    name={name}
                    field={field}
                    help={<Help field={field} name={name} form={form} words={words} />}
                    choices={loaded.maps[name] ?? []}
                  />
                ) : (
                  <ReadOnly key={name} definition={definition} name={name} loaded={loaded} words={words} />
                );
              })}
            </div>
          </FormGroup>
        ))}
        <FormFoot busy={form.busy} saveAgain={saveAgain} cancel={cancel} keptAt={form.kept_at} />
        <StaleDialog
          fields={definition.fields}
          conflicts={form.conflicts}
          words={words}
          maps={loaded.maps}
          resolve={form.resolve}
        />
      </form>
    </FileInfoContext>
  );
}

/** In Chinese the tenths that are left (6 折, 7.5 折), elsewhere the percent that are taken off. */
const amountOff = (left: number, locale: string): string =>
  String(locale.startsWith('zh') ? Math.round(left * 100) / 10 : Math.round((1 - left) * 100));

/** What a field means, and how much a price is reduced by. */
function Help({ field, name, form, words }: { field: Field; name: string; form: RecordForm; words: ResourceWording }) {
  const t = fieldWords.useT();
  const locale = useLocale();
  const left = Number(form.values[name]) / Number(form.values[field.reduced_from ?? ''] ?? 0);
  if (!(left >= leastLeft && left <= mostLeft)) return words.help(name);
  const reduced = t('kit_fields.form.reduced', {
    amount: amountOff(left, locale),
  });
  return [reduced, words.help(name)].filter(Boolean).join(' · ');
}

/** The description of a group of fields; nothing when the resource has none. */
function GroupHelp({ name, words }: { name: string; words: ResourceWording }) {
  const text = words.t(name);
  return text === name ? null : <p className="kk-help">{text}</p>;
}

/** Notices above the form: an older draft is shown, or the last save did not reach the server. */
function Notices({ form, words }: { form: RecordForm; words: ResourceWording }) {
  const { t } = words;
  const own = fieldWords.useT();
  return (
    <div role="status">
      {form.isGone ? (
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

type FormTabProps = {
  definition: ResourceDefinition;
  loaded: LoadedRow;
  words: ResourceWording;
  onSaved: (id: number) => void;
  onDirty?: (dirty: boolean) => void;
  onCancel?: () => void;
  again: ((values: Record<string, unknown>) => void) | null;
};

/** The form of a record, which guards what is not saved. */
export function FormTab({ definition, loaded, words, onSaved, onDirty, onCancel, again }: FormTabProps) {
  const isAgain = useRef(false);
  const latest = useRef<Record<string, unknown>>({});
  const form = useRecordForm({
    definition,
    row: loaded.row,
    words,
    saved: (id) => (isAgain.current && again ? again(latest.current) : onSaved(id)),
  });
  latest.current = form.values;
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
      // Some fields hand over what was typed when they are left; the save after the next render sends that, too.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setTimeout(() => void save.current());
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
