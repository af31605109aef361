import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readInput } from '@kaike/shared/kit/read-input';
import { writableFields, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import type { Row } from '../resource-view.ts';
import { urlOf } from '../use-resource.ts';
import type { Words } from '../use-words.ts';

export type Conflict = { key: string; mine: unknown; theirs: unknown };
export type RecordForm = {
  values: Record<string, unknown>; errors: Record<string, string[]>; busy: boolean; dirty: boolean; conflicts: Conflict[]; has_draft: boolean;
  keys: string[];
  set: (key: string, value: unknown) => void;
  check: (key: string) => void;
  save: () => Promise<number | null>;
  /** Takes for each conflicting field mine or theirs, and goes on with the newest version. */
  resolve: (choice: Record<string, 'mine' | 'theirs'>) => void;
  dropDraft: () => void;
};

type Given = { definition: ResourceDefinition; row: Row; words: Words; saved: (id: number) => void };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const draftKey = (name: string, id: number): string => `draft:${name}:${id}`;

function readDraft(key: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
  } catch {
    return {}; // A broken draft is no draft.
  }
}

/** The state of one record being edited: checks on leaving a field, keeps a draft, sends only what changed. */
export function useRecordForm({ definition, row, words, saved }: Given): RecordForm {
  const isNew = !row.id;
  const fields = useMemo(() => new Map(writableFields(definition.fields, isNew ? 'create' : 'update')), [definition, isNew]);
  const keys = useMemo(() => (definition.form ?? []).flatMap((group) => group.fields).filter((key) => fields.has(key)), [definition, fields]);
  const storage = draftKey(definition.name, row.id);
  const [base, setBase] = useState(row);
  const [changes, setChanges] = useState<Record<string, unknown>>(() => readDraft(storage));
  const [hasDraft, setHasDraft] = useState(() => Object.keys(readDraft(storage)).length > 0);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const values = useMemo(() => ({ ...base, ...changes }), [base, changes]);
  const dirty = Object.entries(changes).some(([name, value]) => !same(value, base[name]));

  useEffect(() => {
    if (dirty) sessionStorage.setItem(storage, JSON.stringify(changes));
    else sessionStorage.removeItem(storage);
  }, [dirty, changes, storage]);

  const texts = useCallback((raw: Record<string, unknown>, only?: string): Record<string, string[]> => {
    const looked = [...fields].filter(([name]) => (only ? name === only : keys.includes(name)));
    const { failures } = readInput(looked, raw);
    return Object.fromEntries(Object.entries(failures).map(([name, list]) => [name, list.map((one) => failureMessage(words.t, one, words.field(name)))]));
  }, [fields, keys, words]);

  const set = (name: string, value: unknown): void => {
    setChanges((old) => ({ ...old, [name]: value }));
    if (errors[name]?.length) setErrors((old) => ({ ...old, [name]: texts({ ...values, [name]: value }, name)[name] ?? [] }));
  };
  const check = (name: string): void => setErrors((old) => ({ ...old, [name]: texts(values, name)[name] ?? [] }));

  const tellError = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    const { current } = error;
    if (error.code === 'record.stale' && current) {
      const differing = Object.keys(changes).filter((name) => !same(changes[name], current[name]) && !same(base[name], current[name]));
      setBase({ ...base, ...current });
      if (differing.length > 0) setConflicts(differing.map((name) => ({ key: name, mine: changes[name], theirs: current[name] })));
      else toast('warning', words.t('kit.stale_title'));
    } else if (Object.keys(error.errors).length > 0) {
      setErrors(error.errors);
      document.getElementById(`field-${Object.keys(error.errors)[0]}`)?.focus();
    } else if (!error.handled) toast('error', error.message);
  };

  const send = async (): Promise<number> => {
    const url = urlOf(definition);
    if (isNew) {
      const body = Object.fromEntries(keys.map((name) => [name, values[name] ?? null]));
      const answer = (await request('POST', url, { body, headers: { 'X-Idempotency-Key': key.current } })) as { id: number };
      return answer.id;
    }
    const body = Object.fromEntries(Object.entries(changes).filter(([name, value]) => !same(value, base[name])));
    await request('PUT', `${url}/${row.id}`, { body: { ...body, version: base.version } });
    return row.id;
  };

  const save = async (): Promise<number | null> => {
    const found = texts(values);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) {
      document.getElementById(`field-${first}`)?.focus();
      return null;
    }
    setBusy(true);
    try {
      const id = await send();
      sessionStorage.removeItem(storage);
      setChanges({});
      saved(id);
      return id;
    } catch (error) {
      tellError(error);
      return null;
    } finally {
      setBusy(false);
    }
  };

  const resolve = (choice: Record<string, 'mine' | 'theirs'>): void => {
    setChanges((old) => Object.fromEntries(Object.entries(old).filter(([name]) => choice[name] !== 'theirs')));
    setConflicts([]);
  };
  return { values, errors, busy, dirty, conflicts, has_draft: hasDraft, keys, set, check, save, resolve, dropDraft: () => { setChanges({}); setHasDraft(false); } };
}
