import { useCallback, useMemo, useState } from 'react';
import type { Field } from '@kaike/shared/kit/field';
import { readInput } from '@kaike/shared/kit/read-input';
import { writableFields, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { shownFields } from '@kaike/shared/kit/shown-when';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { createRequestKeys, type RequestKeys } from '../../api/request-key.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import type { Row } from '../resource-view.ts';
import { urlOf } from '../use-resource.ts';
import type { Words } from '../words/use-words.ts';
import { draftKey, readDraft, type Draft } from './draft.ts';
import { agreeToLeave } from './leave-agreement.ts';
import { useDraft } from './use-draft.ts';

type Values = Record<string, unknown>;
type Texts = Record<string, string[]>;

export type Conflict = { key: string; mine: unknown; theirs: unknown };
export type Side = 'mine' | 'theirs';
export type RecordForm = {
  values: Values;
  errors: Texts;
  busy: boolean;
  dirty: boolean;
  conflicts: Conflict[];
  /** When the restored draft was typed; null for changes typed just now. */
  draft_at: number | null;
  /** The last save did not reach the server. */
  lost: boolean;
  /** Fields of the form that may be written. */
  keys: string[];
  /** Those of them that are shown with the current values. */
  shown: ReadonlySet<string>;
  set: (key: string, value: unknown) => void;
  check: (key: string) => void;
  save: () => Promise<number | null>;
  /** Resolves each conflicting field to mine or theirs, and continues with the newest version. */
  resolve: (choice: Record<string, Side>) => void;
  /** Resets to the stored values and discards the draft. */
  discard: () => void;
  /** Discards the draft only, when the user leaves without saving. */
  forget: () => void;
};

type RecordFormOptions = { definition: ResourceDefinition; row: Row; words: Words; saved: (id: number) => void };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Fields that both sides have changed differently since the first side read `base`. */
export function conflictsOf({
  changes,
  base,
  current,
}: {
  changes: Values;
  base: Values;
  current: Values;
}): Conflict[] {
  return Object.keys(changes)
    .filter((key) => !same(changes[key], current[key]) && !same(base[key], current[key]))
    .map((key) => ({ key, mine: changes[key], theirs: current[key] }));
}

function focusFirst(keys: readonly string[], errors: Texts): void {
  const first = keys.find((key) => errors[key]?.length);
  // Wait until the field is rendered with its error.
  if (first) requestAnimationFrame(() => document.getElementById(`field-${first}`)?.focus());
}

/** The writable fields of a form, and how their values are validated. */
function useFields(definition: ResourceDefinition, { isNew, words }: { isNew: boolean; words: Words }) {
  const fields = useMemo(() => writableFields(definition.fields, isNew ? 'create' : 'update'), [definition, isNew]);
  const keys = useMemo(() => {
    const writable = new Set(fields.map(([key]) => key));
    return (definition.form ?? []).flatMap((group) => group.fields).filter((key) => writable.has(key));
  }, [definition, fields]);
  const visibleFields = useCallback(
    (values: Values): [string, Field][] => shownFields(fields, values).filter(([key]) => keys.includes(key)),
    [fields, keys],
  );
  const problems = useCallback(
    (values: Values, only?: string): Texts => {
      const entries = visibleFields(values).filter(([key]) => !only || key === only);
      const { failures } = readInput(entries, values);
      return Object.fromEntries(
        Object.entries(failures).map(([key, list]) => [
          key,
          list.map((one) => failureMessage(words.t, one, words.field(key))),
        ]),
      );
    },
    [visibleFields, words],
  );
  return { keys, shownOf: visibleFields, problems };
}

/** The part of a draft that still differs from the current row. */
const restored = (draft: Draft | null, row: Row): Values =>
  Object.fromEntries(Object.entries(draft?.changes ?? {}).filter(([key, value]) => !same(value, row[key])));

async function createRow(
  definition: ResourceDefinition,
  { values, keys }: { values: Values; keys: RequestKeys },
): Promise<number> {
  const answer = (await request('POST', urlOf(definition), {
    body: values,
    headers: { 'X-Idempotency-Key': keys.keyOf(values) },
  })) as { id: number };
  return answer.id;
}

async function updateRow(
  definition: ResourceDefinition,
  { id, version, changes }: { id: number; version: number | undefined; changes: Values },
): Promise<number> {
  await request('PUT', `${urlOf(definition)}/${id}`, { body: { ...changes, version } });
  return id;
}

/** The state of one record being edited: validates on blur, keeps a draft, sends only what changed. */
export function useRecordForm({ definition, row, words, saved }: RecordFormOptions): RecordForm {
  const isNew = !row.id;
  const userId = useSession((state) => state.user?.id ?? 0);
  const storage = draftKey({ user_id: userId, resource: definition.name, id: row.id || 0 });
  const { keys, shownOf: visibleFields, problems } = useFields(definition, { isNew, words });
  const [draft] = useState(() => readDraft(storage));
  const [base, setBase] = useState(row);
  const [changes, setChanges] = useState<Values>(() => restored(draft, row));
  const [draftAt, setDraftAt] = useState(() =>
    Object.keys(restored(draft, row)).length > 0 ? (draft?.saved_at ?? null) : null,
  );
  const [errors, setErrors] = useState<Texts>({});
  // A draft may be based on values that somebody has changed since.
  const [conflicts, setConflicts] = useState<Conflict[]>(() =>
    isNew || !draft ? [] : conflictsOf({ changes: restored(draft, row), base: draft.base, current: row }),
  );
  const [busy, setBusy] = useState(false);
  const [lost, setLost] = useState(false);
  const [requestKeys] = useState(createRequestKeys);
  const values = useMemo<Values>(() => ({ ...base, ...changes }), [base, changes]);
  const changed = useMemo(
    () => Object.fromEntries(Object.entries(changes).filter(([key, value]) => !same(value, base[key]))),
    [changes, base],
  );
  const visible = useMemo(() => new Set(visibleFields(values).map(([key]) => key)), [visibleFields, values]);
  const forget = useDraft({ key: storage, fields: definition.fields, changes: changed, base });

  const set = (key: string, value: unknown): void => {
    setChanges((old) => ({ ...old, [key]: value }));
    if (errors[key]?.length)
      setErrors((old) => ({ ...old, [key]: problems({ ...values, [key]: value }, key)[key] ?? [] }));
  };
  const check = (key: string): void => setErrors((old) => ({ ...old, [key]: problems(values, key)[key] ?? [] }));

  const showError = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    const { current } = error;
    setLost(error.status === 0);
    if (error.code === 'record.stale' && current) {
      const newConflicts = conflictsOf({ changes: changed, base, current });
      setBase({ ...base, ...current });
      setConflicts(newConflicts);
      if (newConflicts.length === 0) toast('warning', words.t('kit.stale_title'));
      return;
    }
    setErrors(error.errors);
    focusFirst(keys, error.errors);
    if (!keys.some((key) => error.errors[key]?.length) && !error.handled) toast('error', error.message);
  };

  const send = (): Promise<number> =>
    isNew
      ? createRow(definition, {
          values: Object.fromEntries(keys.filter((key) => visible.has(key)).map((key) => [key, values[key] ?? null])),
          keys: requestKeys,
        })
      : updateRow(definition, {
          id: row.id,
          version: base.version,
          changes: Object.fromEntries(Object.entries(changed).filter(([key]) => visible.has(key))),
        });

  const save = async (): Promise<number | null> => {
    if (busy || conflicts.length > 0) return null;
    const failures = problems(values);
    setErrors(failures);
    if (Object.keys(failures).length > 0) {
      focusFirst(keys, failures);
      return null;
    }
    setBusy(true);
    try {
      const id = await send();
      forget();
      setLost(false);
      setDraftAt(null);
      setBase({ ...base, ...changed });
      setChanges({});
      agreeToLeave(true);
      saved(id);
      return id;
    } catch (error) {
      showError(error);
      return null;
    } finally {
      setBusy(false);
    }
  };

  const resolve = (choice: Record<string, Side>): void => {
    setChanges((old) => Object.fromEntries(Object.entries(old).filter(([key]) => choice[key] !== 'theirs')));
    setConflicts([]);
  };
  const discard = (): void => {
    forget();
    setChanges({});
    setErrors({});
    setDraftAt(null);
  };
  return {
    values,
    errors,
    busy,
    dirty: Object.keys(changed).length > 0,
    conflicts,
    draft_at: draftAt,
    lost,
    keys,
    shown: visible,
    set,
    check,
    save,
    resolve,
    discard,
    forget,
  };
}
