import { useCallback, useMemo, useState } from 'react';
import type { Field, Fields } from '@kaike/shared/kit/field';
import { writableFields, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { shownFields } from '@kaike/shared/kit/shown-when';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import type { RequestKeys } from '../../api/request-key.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { same, type FormValues } from '../../form/field-state.ts';
import { useForm, type Form } from '../../form/use-form.ts';
import type { ShownRow } from '../resource-view.ts';
import { offerTrashed } from '../trash/restore-row.ts';
import { urlOf } from '../use-resource.ts';
import type { ResourceWording } from '../words/use-words.ts';
import { draftKey, findDraft, type FormDraft } from './draft.ts';
import { agreeToLeave } from './leave-agreement.ts';

import { useDraft } from './use-draft.ts';

export type Conflict = { key: string; mine: unknown; theirs: unknown };
export type Side = 'mine' | 'theirs';
export type RecordForm = Pick<Form<FormValues>, 'values' | 'errors' | 'busy' | 'dirty' | 'set' | 'bind'> & {
  conflicts: Conflict[];
  /** When the restored draft was typed; null for changes typed just now. */
  draft_at: number | null;
  /** The last save did not reach the server. */
  isGone: boolean;
  /** When what is not saved was last kept on this device; null while everything is saved. */
  kept_at: number | null;
  isChanged: (key: string) => boolean;
  /** Fields of the form that may be written. */
  keys: string[];
  /** Those of them that are shown with the current values. */
  visibleKeys: ReadonlySet<string>;
  save: () => Promise<void>;
  /** Resolves each conflicting field to mine or theirs, and continues with the newest version. */
  resolve: (choice: Record<string, Side>) => void;
  /** Resets to the stored values and discards the draft. */
  discard: () => void;
  /** Discards the draft only, when the user leaves without saving. */
  forget: () => void;
};

type RecordFormOptions = {
  definition: ResourceDefinition;
  row: ShownRow;
  words: ResourceWording;
  saved: (id: number) => void;
};

/** Fields that both sides have changed differently since the first side read `base`. */
export function conflictsOf({
  changes,
  base,
  current,
}: {
  changes: FormValues;
  base: FormValues;
  current: FormValues;
}): Conflict[] {
  return Object.keys(changes)
    .filter((key) => !same(changes[key], current[key]) && !same(base[key], current[key]))
    .map((key) => ({ key, mine: changes[key], theirs: current[key] }));
}

/** The writable fields of a form in its order, and those of them that are shown with some values. */
function useFields(definition: ResourceDefinition, isNew: boolean) {
  const fields = useMemo(() => {
    const writable = new Map(writableFields(definition.fields, isNew ? 'create' : 'update'));
    return (definition.form ?? []).flatMap((group) =>
      group.fields.flatMap((key) => {
        const field = writable.get(key);
        return field ? [[key, field] satisfies [string, Field]] : [];
      }),
    );
  }, [definition, isNew]);
  const fieldsOf = useCallback(
    (values: FormValues): Fields => Object.fromEntries(shownFields(fields, values)),
    [fields],
  );
  return { keys: useMemo(() => fields.map(([key]) => key), [fields]), fieldsOf };
}

/** The part of a draft that still differs from the current row. */
const restored = (draft: FormDraft | null, row: ShownRow): FormValues =>
  Object.fromEntries(Object.entries(draft?.changes ?? {}).filter(([key, value]) => !same(value, row[key])));

/** Creates a row; returns its id. */
export async function createRow(
  definition: ResourceDefinition,
  { values, keyOf }: { values: FormValues; keyOf: RequestKeys['keyOf'] },
): Promise<number> {
  const answer = (await request('POST', urlOf(definition), {
    body: values,
    headers: { 'X-Idempotency-Key': keyOf(values) },
  })) as { id: number };
  return answer.id;
}

async function updateRow(
  definition: ResourceDefinition,
  { id, version, changes }: { id: number; version: number | undefined; changes: FormValues },
): Promise<number> {
  await request('PUT', `${urlOf(definition)}/${id}`, { body: { ...changes, version } });
  return id;
}

/** The state of one record being edited: validates on blur, keeps a draft, sends only what changed. */
export function useRecordForm({ definition, row, words, saved }: RecordFormOptions): RecordForm {
  const isNew = !row.id;
  const userId = useSession((state) => state.user?.id ?? 0);
  const storage = draftKey({ user_id: userId, resource: definition.name, id: row.id || 0 });
  const { keys, fieldsOf } = useFields(definition, isNew);
  const [draft] = useState(() => findDraft(storage));
  const [drafted] = useState(() => restored(draft, row));
  const [base, setBase] = useState(row);
  const [draftAt, setDraftAt] = useState(() => (Object.keys(drafted).length > 0 ? (draft?.saved_at ?? null) : null));
  // A draft may be based on values that somebody has changed since.
  const [conflicts, setConflicts] = useState<Conflict[]>(() =>
    isNew || !draft ? [] : conflictsOf({ changes: drafted, base: draft.base, current: row }),
  );
  const [lost, setLost] = useState(false);

  /** What these values change of the stored ones, without fields that are not shown. */
  const changesIn = (values: FormValues): FormValues =>
    Object.fromEntries(
      Object.keys(fieldsOf(values)).flatMap((key) => (same(values[key], base[key]) ? [] : [[key, values[key]]])),
    );
  const send = (values: FormValues, keyOf: RequestKeys['keyOf']): Promise<number> =>
    isNew
      ? createRow(definition, {
          values: Object.fromEntries(Object.keys(fieldsOf(values)).map((key) => [key, values[key] ?? null])),
          keyOf,
        })
      : updateRow(definition, { id: row.id, version: base.version, changes: changesIn(values) });
  /** Continues with the version that somebody else has saved. */
  const rebase = (values: FormValues, current: FormValues): void => {
    const newConflicts = conflictsOf({ changes: changesIn(values), base, current });
    setBase({ ...base, ...current });
    setConflicts(newConflicts);
    if (newConflicts.length === 0) toast('warning', words.t('kit.stale_title'));
  };
  const form = useForm<FormValues>(fieldsOf, {
    initial: base,
    changes: drafted,
    label: words.field,
    prefix: 'field-',
    onSubmit: async (values, keyOf) => {
      try {
        const id = await send(values, keyOf);
        forget();
        setLost(false);
        setDraftAt(null);
        setBase({ ...base, ...changesIn(values) });
        form.reset();
        agreeToLeave(true);
        saved(id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setLost(error.status === 0);
        offerTrashed(error, words, (id) => {
          forget();
          agreeToLeave(true);
          saved(id);
        });
        if (error.code !== 'record.stale' || !error.current) throw error;
        rebase(values, error.current);
      }
    },
  });
  const changed = useMemo(
    () => Object.fromEntries(Object.entries(form.changes).filter(([key, value]) => !same(value, base[key]))),
    [form.changes, base],
  );
  const { forget, kept_at } = useDraft({ key: storage, fields: definition.fields, changes: changed, base });
  return {
    values: form.values,
    errors: form.errors,
    busy: form.busy,
    dirty: form.dirty,
    set: form.set,
    bind: (key) => {
      const bound = form.bind(key);
      // A required field that is left empty says so at once.
      const onBlur = (): void => {
        bound.onBlur();
        form.check([key]);
      };
      return { ...bound, onBlur };
    },
    conflicts,
    draft_at: draftAt,
    kept_at,
    isChanged: (key) => key in changed,
    isGone: lost,
    keys,
    visibleKeys: new Set(Object.keys(fieldsOf(form.values))),
    save: async () => {
      if (conflicts.length === 0) await form.submit();
    },
    resolve: (choice) => {
      form.reset(Object.keys(choice).filter((key) => choice[key] === 'theirs'));
      setConflicts([]);
    },
    discard: () => {
      forget();
      form.reset();
      setDraftAt(null);
    },
    forget,
  };
}
