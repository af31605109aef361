import { useEffect, useMemo, useRef, useState } from 'react';
import type { Fields } from '@kaike/shared/kit/field';
import { ApiError } from '../../api/api-error.ts';
import { same, type FormValues } from '../../form/field-state.ts';
import { useForm, type Form } from '../../form/use-form.ts';
import { deleteDraft, findDraft } from './draft.ts';
import { useDraft } from './use-draft.ts';
import { conflictsOf, type Conflict, type Side } from './use-record-form.ts';

/** Typing that pauses this long is saved. */
const pauseMs = 1000;

/** `invalid`: a field has to be corrected first. `failed`: nothing was stored; the changes are kept in this browser. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'invalid' | 'failed';

type Stored<V> = { values: V; version: number };
type Options<V extends FormValues> = {
  fields: Fields;
  /** What the server has, as far as this page knows; what is newer is merged below the changes. */
  stored: Stored<V>;
  label: (key: string) => string;
  /** What ids of inputs begin with. */
  prefix: string;
  draft_key: string;
  /** Returns the new version. */
  send: (changes: Partial<V>, base: Stored<V>) => Promise<number>;
};

export type Autosave<V extends FormValues> = {
  form: Form<V>;
  state: SaveState;
  saved_at: Date | null;
  conflicts: readonly Conflict[];
  resolve: (choice: Record<string, Side>) => void;
  /** Saves at once. */
  save: () => void;
  /** Takes back what is not saved yet, else what was saved last; null when there is nothing. */
  undo: (() => void) | null;
  /** For the element around the fields: leaving a field saves it, an unfinished composition does not. */
  handlers: { onBlur: () => void; onCompositionStart: () => void; onCompositionEnd: () => void };
};

const pick = <V extends FormValues>(values: FormValues, keys: readonly string[]): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key))) as Partial<V>;

/** The changes that differ from the values below them. */
const differing = <V extends FormValues>(changes: FormValues, values: V): Partial<V> =>
  pick(
    changes,
    Object.keys(changes).filter((key) => !same(changes[key], values[key])),
  );

/** Unsaved changes of an earlier visit, and what somebody else has changed since. */
function useFoundDraft<V extends FormValues>(key: string, current: V): { changes: Partial<V>; conflicts: Conflict[] } {
  const [earlier] = useState(() => {
    const draft = findDraft(key);
    const changes = differing(pick(draft?.changes ?? {}, Object.keys(current)), current);
    return { changes, conflicts: draft ? conflictsOf({ changes, base: draft.base, current }) : [] };
  });
  return earlier;
}

/**
 * A form that saves itself: what changed is sent when typing pauses and when a field is left, one request after the other.
 * Until it is stored it is a draft in this browser, which survives a reload and an ended session.
 */
export function useAutosave<V extends FormValues>(options: Options<V>): Autosave<V> {
  const { fields, stored, label, prefix, draft_key, send } = options;
  const earlier = useFoundDraft(draft_key, stored.values);
  const [base, setBase] = useState(stored);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>(earlier.conflicts);
  const [state, setState] = useState<SaveState>('saved');
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [past, setPast] = useState<readonly Partial<V>[]>([]);
  const form = useForm<V>(fields, {
    initial: base.values,
    changes: earlier.changes,
    label,
    prefix,
    onSubmit: () => Promise.resolve(),
  });
  const changes = useMemo(() => differing(form.changes, base.values), [form.changes, base.values]);
  useDraft({ key: draft_key, fields, changes, base: base.values });
  const isSending = useRef(false);
  const isComposing = useRef(false);
  const isUndoing = useRef(false);
  const latest = useRef({ form, base, changes, conflicts, send });
  latest.current = { form, base, changes, conflicts, send };

  /** Continues with what somebody else has stored. */
  const merge = (current: FormValues, version: number): void => {
    const now = latest.current;
    const news = pick<V>(current, Object.keys(now.base.values));
    setConflicts(
      conflictsOf({ changes: now.changes, base: now.base.values, current: { ...now.base.values, ...news } }),
    );
    setBase({ values: { ...now.base.values, ...news }, version });
  };

  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    const { current } = error;
    if (error.code === 'record.stale' && current) merge(current, Number(current['version']));
    else if (Object.keys(error.errors).some((key) => key in fields)) {
      form.refuse(error, { keeps_focus: true });
      setState('invalid');
    } else setState('failed');
  };

  const save = async (): Promise<void> => {
    const { changes: sent, base: before } = latest.current;
    const keys = Object.keys(sent);
    if (isSending.current || isComposing.current || keys.length === 0 || latest.current.conflicts.length > 0) return;
    if (!form.check(keys)) return setState('invalid');
    isSending.current = true;
    setState('saving');
    try {
      const version = await send(sent, before);
      setBase({ values: { ...before.values, ...sent }, version });
      form.reset(keys.filter((key) => same(form.latestValues()[key], sent[key])));
      if (!isUndoing.current) setPast((entries) => [...entries, pick<V>(before.values, keys)]);
      isUndoing.current = false;
      setSavedAt(new Date());
      setState('saved');
    } catch (error) {
      refuse(error);
    } finally {
      isSending.current = false;
    }
    return undefined;
  };
  const latestSave = useRef(save);
  latestSave.current = save;

  useEffect(() => {
    if (Object.keys(changes).length === 0) {
      setState((now) => (now === 'saving' ? now : 'saved'));
      return undefined;
    }
    setState((now) => (now === 'saving' ? now : 'waiting'));
    const timer = setTimeout(() => void latestSave.current(), isUndoing.current ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [changes, conflicts]);
  useEffect(() => {
    if (stored.version > latest.current.base.version && !isSending.current) merge(stored.values, stored.version);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the values belong to their version
  }, [stored.version]);
  useEffect(() => {
    const retry = (): void => void latestSave.current();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      // Whoever leaves in the middle of a word has it saved; what is refused stays a draft.
      const { form: left, changes: sent, base: before, conflicts: open, send: put } = latest.current;
      const keys = Object.keys(sent);
      if (keys.length === 0 || open.length > 0 || isSending.current || !left.check(keys)) return;
      void put(sent, before).then(
        () => deleteDraft(draft_key),
        () => undefined,
      );
    };
  }, [draft_key]);

  const undo = (): void => {
    if (Object.keys(changes).length > 0) return form.reset();
    const last = past.at(-1);
    if (!last) return undefined;
    isUndoing.current = true;
    setPast(past.slice(0, -1));
    for (const [key, value] of Object.entries(last)) form.set(key as keyof V & string, value as V[keyof V & string]);
    return undefined;
  };
  return {
    form,
    state,
    saved_at: savedAt,
    conflicts,
    resolve: (choice) => {
      form.reset(Object.keys(choice).filter((key) => choice[key] === 'theirs'));
      setConflicts([]);
    },
    save: () => void save(),
    undo: Object.keys(changes).length > 0 || past.length > 0 ? undo : null,
    handlers: {
      onBlur: () => void latestSave.current(),
      onCompositionStart: () => {
        isComposing.current = true;
      },
      onCompositionEnd: () => {
        isComposing.current = false;
      },
    },
  };
}
