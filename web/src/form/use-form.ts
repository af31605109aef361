import { useRef, useState } from 'react';
import type { Fields } from '@kaike/shared/kit/field';
import { normalizeInput } from '@kaike/shared/kit/text/normalize-field';
import { parseInput } from '@kaike/shared/kit/parse-input';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../api/api-error.ts';
import { createRequestKeys, type RequestKeys } from '../api/request-key.ts';
import { toast } from '../app/toasts.ts';
import { useT } from '../app/wording.ts';
import {
  dependants,
  flagsOf,
  same,
  stripLabel,
  type Flags,
  type FormState,
  type ValidationMode,
  type FormValues,
} from './field-state.ts';

type Key<V> = keyof V & string;
/** Sends the values; `keyOf` is the idempotency key of what is sent. */
type Send<V> = (values: V, keyOf: RequestKeys['keyOf']) => Promise<unknown>;
type FieldOptions<V> = {
  /** The stored values, below the changes; they may change while the form is open. */ initial: V;
  /** What the form starts with on top of the stored values: a draft. */ changes?: Partial<V>;
  label: (key: string) => string;
};
type Options<V> = FieldOptions<V> & {
  onSubmit: Send<V>;
  mode?: ValidationMode;
  /** Fields whose check mode differs from the form's. */ modes?: Readonly<Record<string, ValidationMode>>;
  /** What ids of inputs begin with. */ prefix?: string;
};
type FieldsOf<V> = Fields | ((values: V) => Fields);

/** What a form passes to the input of one field. */
export type Binding<T = unknown> = {
  id: string;
  label: string;
  value: T;
  error: string | undefined;
  flags: Flags;
  onChange: (value: T) => void;
  onBlur: () => void;
};

/** The values with their changes, and what checks have found. */
function useFieldState<V extends FormValues>(fields: FieldsOf<V>, { initial, changes = {}, label }: FieldOptions<V>) {
  const t = useT();
  const [state, setState] = useState<FormState<V>>({ changes, touched: {}, errors: {} });
  // The latest state, also when two fields change before the next render, as when a password manager fills them.
  const latest = useRef(state);
  const update = (part: Partial<FormState<V>>): void => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  };
  const valuesNow = (): V => ({ ...initial, ...latest.current.changes });
  const fieldsNow = (): Fields => (typeof fields === 'function' ? fields(valuesNow()) : fields);

  const showErrors = (keys: readonly string[], textOf: (key: string) => string): void =>
    update({ errors: { ...latest.current.errors, ...Object.fromEntries(keys.map((key) => [key, textOf(key)])) } });

  /** Checks these fields, or all; returns the first invalid one. */
  const firstInvalid = (keys?: readonly string[]): string | undefined => {
    const checked = fieldsNow();
    const { failures } = parseInput(checked, valuesNow());
    const names = keys ?? Object.keys(checked);
    showErrors(names, (key) => {
      const [failure] = failures[key] ?? [];
      return failure ? failureMessage(t, failure, label(key)) : '';
    });
    return names.find((key) => failures[key]);
  };

  /** Back to the stored values: these fields, or all. */
  const reset = (keys?: readonly string[]): void => {
    const without = <T extends object>(from: T): T =>
      Object.fromEntries(Object.entries(from).filter(([key]) => keys && !keys.includes(key))) as T;
    const { changes: set, errors, touched } = latest.current;
    update({ changes: without(set), errors: without(errors), touched: without(touched) });
  };
  return { state, latest, update, valuesNow, fieldsNow, showErrors, firstInvalid, reset };
}

/**
 * The state of every form, on the shared rule engine: values over the stored ones, errors and flags by field, one
 * request at a time, refusals of the server at their fields.
 */
export function useForm<V extends FormValues>(fields: FieldsOf<V>, options: Options<V>) {
  const { initial, label, onSubmit, mode: formMode = 'eager', modes = {}, prefix = 'f-' } = options;
  const t = useT();
  const { state, latest, update, valuesNow, fieldsNow, showErrors, firstInvalid, reset } = useFieldState(
    fields,
    options,
  );
  const [busy, setBusy] = useState(false);
  const [requestKeys] = useState(createRequestKeys);
  const focus = (key: string): void => document.getElementById(prefix + key)?.focus();

  /** Checks these fields, or all; returns whether they are valid. */
  const check = (keys?: readonly Key<V>[]): boolean => firstInvalid(keys) === undefined;

  /** Checks these fields, or all, and focuses the first invalid one. */
  const validate = (keys?: readonly Key<V>[]): boolean => {
    const invalid = firstInvalid(keys);
    if (invalid) focus(invalid);
    return !invalid;
  };

  const set = <K extends Key<V>>(key: K, value: V[K]): void => {
    const { errors, changes } = latest.current;
    const mode = modes[key] ?? formMode;
    update({ changes: { ...changes, [key]: value } });
    if (mode === 'aggressive' || (mode === 'eager' && key in errors))
      firstInvalid([key, ...dependants(fieldsNow(), key).filter((name) => name in errors)]);
    else if (errors[key]) showErrors([key], () => '');
  };

  const blur = (key: Key<V>): void => {
    const mode = modes[key] ?? formMode;
    const typed = valuesNow()[key];
    const field = fieldsNow()[key];
    // What the server stores stands in the field as soon as it is left.
    const stored = field ? (normalizeInput(field, typed) as V[Key<V>]) : typed;
    const { changes, touched } = latest.current;
    update({
      touched: { ...touched, [key]: true },
      ...(stored === typed ? {} : { changes: { ...changes, [key]: stored } }),
    });
    if (mode === 'eager' ? !same(valuesNow()[key], initial[key]) : mode !== 'passive') firstInvalid([key]);
  };

  /** Shows what the server refused: at its fields, without their labels, else as a toast. */
  const refuse = (error: unknown, { keeps_focus = false } = {}): void => {
    if (!(error instanceof ApiError)) throw error;
    const keys = Object.keys(fieldsNow()).filter((key) => error.errors[key]?.[0]);
    const [first] = keys;
    if (first) {
      showErrors(keys, (key) => stripLabel(error.errors[key]?.[0] ?? '', label(key)));
      // Inputs may be disabled until the request has ended.
      if (!keeps_focus) requestAnimationFrame(() => focus(first));
    } else if (!error.handled)
      toast('error', Object.values(error.errors)[0]?.[0] ?? (error.message || t('common.request_failed')));
    error.handled = true;
  };

  /** Sends without a check; the next request after a success gets a new idempotency key. */
  const send = async (work = onSubmit): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await work(valuesNow(), requestKeys.keyOf);
      requestKeys.renew();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };

  /** Checks all fields and sends them, once at a time. */
  const submit = async (work = onSubmit): Promise<void> => {
    if (!busy && validate()) await send(work);
  };

  const values = valuesNow();
  const isDirty = (key: string): boolean => !same(values[key], initial[key]);
  const flags = (key: string): Flags => flagsOf(state, { key, field: fieldsNow()[key], dirty: isDirty(key), busy });
  const bind = <K extends Key<V>>(key: K): Binding<V[K]> => ({
    id: prefix + key,
    label: label(key),
    value: values[key],
    error: state.errors[key] || undefined,
    flags: flags(key),
    onChange: (value) => set(key, value),
    onBlur: () => blur(key),
  });
  return {
    values,
    /** The values at the moment of the call, for what outlives a render: an upload. */
    latestValues: valuesNow,
    changes: state.changes,
    errors: state.errors,
    dirty: Object.keys(state.changes).some(isDirty),
    busy,
    flags,
    bind,
    /** What an input of text needs. */
    text: <K extends Key<V>>(key: K) => ({
      ...bind(key),
      value: String(values[key] ?? ''),
      onChange: (value: string) => set(key, value as V[K]),
    }),
    set,
    check,
    validate,
    send,
    submit,
    /** The handler of the `form` element. */
    onSubmit: (event: { preventDefault: () => void }): void => {
      event.preventDefault();
      void submit();
    },
    refuse,
    reset,
  };
}

export type Form<V extends FormValues> = ReturnType<typeof useForm<V>>;
