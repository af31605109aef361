import { useCallback, useMemo, useRef, useState } from 'react';
import type { Fields } from '@kaike/shared/kit/field';
import { readInput, rulesOf } from '@kaike/shared/kit/read-input';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../api/api-error.ts';
import { toast } from '../app/toasts.ts';
import { useT } from '../app/wording.ts';

/** When a field is checked: at every change; on blur, then at every change; on submit only; on blur only. */
export type Mode = 'aggressive' | 'eager' | 'passive' | 'lazy';

export type Flags = {
  touched: boolean;
  untouched: boolean;
  dirty: boolean;
  pristine: boolean;
  valid: boolean;
  invalid: boolean;
  validated: boolean;
  pending: boolean;
  required: boolean;
  changed: boolean;
  passed: boolean;
  failed: boolean;
};

type Values = Record<string, unknown>;
type State = {
  touched: Record<string, boolean>;
  changed: Record<string, boolean>;
  validated: Record<string, boolean>;
  errors: Record<string, string>;
};
type Options = {
  initial: Values;
  label: (key: string) => string;
  onSubmit: (values: Values) => Promise<void>;
  mode?: Mode;
  /** Fields whose check mode differs from the form's. */ modes?: Readonly<Record<string, Mode>>;
};

const noModes: Readonly<Record<string, Mode>> = {};

/** A server message without the field's label, which is shown above it anyway. */
export function stripLabel(text: string, label: string): string {
  if (label === '' || !text.startsWith(label)) return text;
  const rest = text.slice(label.length).trimStart();
  return rest === '' ? text : rest.charAt(0).toUpperCase() + rest.slice(1);
}

const clean: State = { touched: {}, changed: {}, validated: {}, errors: {} };

/** Whether a rule depends on another field: `confirmed:password`, `required_with:mobile_phone,email`. */
function dependsOn(rule: string, key: string): boolean {
  const [name = '', params = ''] = rule.split(':', 2);
  return (name === 'confirmed' || name.startsWith('required_')) && params.split(',').includes(key);
}

/** Fields whose rules depend on another field are checked again when it changes. */
function dependants(fields: Fields, key: string): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => name !== key && rulesOf(field).some((rule) => dependsOn(rule, key)))
    .map(([name]) => name);
}

/** The twelve flags of every field. */
function flagsOf(
  fields: Fields,
  { state, values, start, busy }: { state: State; values: Values; start: Values; busy: boolean },
): Record<string, Flags> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]): [string, Flags] => {
      const invalid = Boolean(state.errors[key]);
      const dirty = values[key] !== start[key];
      const [touched, changed, validated] = [
        Boolean(state.touched[key]),
        Boolean(state.changed[key]),
        Boolean(state.validated[key]),
      ];
      return [
        key,
        {
          touched,
          untouched: !touched,
          dirty,
          pristine: !dirty,
          invalid,
          valid: !invalid,
          validated,
          pending: busy,
          changed,
          required: rulesOf(field).includes('required'),
          passed: validated && !invalid,
          failed: validated && invalid,
        },
      ];
    }),
  );
}

/** Form state on the shared rule engine: the server's checks, run in the browser first. */
export function useForm(
  fields: Fields,
  { initial, label, onSubmit, mode: formMode = 'eager', modes = noModes }: Options,
) {
  const t = useT();
  const [values, setValues] = useState(initial);
  const [state, setState] = useState(clean);
  const [busy, setBusy] = useState(false);
  const start = useRef(initial);
  // The latest values, also when two fields change before the next render, as when a password manager fills them.
  const latest = useRef(initial);

  const errorsOf = useCallback(
    (raw: Values): Record<string, string> => {
      const { failures } = readInput(fields, raw);
      return Object.fromEntries(
        Object.entries(failures).map(([key, [first]]) => [key, first ? failureMessage(t, first, label(key)) : '']),
      );
    },
    [fields, label, t],
  );

  const checkSome = useCallback(
    (raw: Values, keys: readonly string[]): void => {
      const wrong = errorsOf(raw);
      setState((old) => {
        const errors = { ...old.errors };
        const validated = { ...old.validated };
        for (const key of keys) {
          errors[key] = wrong[key] ?? '';
          validated[key] = true;
        }
        return { ...old, errors, validated };
      });
    },
    [errorsOf],
  );

  const setValue = useCallback(
    (key: string, value: unknown): void => {
      const mode = modes[key] ?? formMode;
      const next = { ...latest.current, [key]: value };
      latest.current = next;
      setValues(next);
      setState((old) => ({ ...old, changed: { ...old.changed, [key]: true } }));
      const isLive = mode === 'aggressive' || (mode === 'eager' && state.validated[key]);
      if (isLive) checkSome(next, [key, ...dependants(fields, key).filter((name) => state.validated[name])]);
      else if (state.errors[key]) setState((old) => ({ ...old, errors: { ...old.errors, [key]: '' } }));
    },
    [state, formMode, modes, fields, checkSome],
  );

  const blur = useCallback(
    (key: string): void => {
      const mode = modes[key] ?? formMode;
      setState((old) => ({ ...old, touched: { ...old.touched, [key]: true } }));
      const isDue =
        mode === 'lazy' || mode === 'aggressive' || (mode === 'eager' && latest.current[key] !== start.current[key]);
      if (isDue) checkSome(latest.current, [key]);
    },
    [formMode, modes, checkSome],
  );

  /** Checks these fields, or all; focuses the first invalid one. */
  const validate = useCallback(
    (keys = Object.keys(fields)): boolean => {
      const wrong = errorsOf(latest.current);
      checkSome(latest.current, keys);
      const first = keys.find((key) => wrong[key]);
      if (first) document.getElementById(`f-${first}`)?.focus();
      return first === undefined;
    },
    [fields, errorsOf, checkSome],
  );

  /** Shows server errors at their fields, without their labels; false when none belongs to a field of this form. */
  const setServerErrors = useCallback(
    (error: unknown): boolean => {
      const fieldErrors =
        error instanceof ApiError ? Object.entries(error.errors).filter(([key]) => key in fields) : [];
      if (!fieldErrors[0]) return false;
      const errors = Object.fromEntries(fieldErrors.map(([key, [text]]) => [key, stripLabel(text ?? '', label(key))]));
      setState((old) => ({ ...old, errors: { ...old.errors, ...errors } }));
      document.getElementById(`f-${fieldErrors[0][0]}`)?.focus();
      return true;
    },
    [fields, label],
  );

  const submit = useCallback(async (): Promise<void> => {
    if (busy || !validate()) return;
    setBusy(true);
    try {
      await onSubmit(latest.current);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (setServerErrors(error) || error.handled) return;
      // An error of no field is shown as a toast.
      toast('error', Object.values(error.errors)[0]?.[0] ?? (error.message || t('common.request_failed')));
      error.handled = true;
    } finally {
      setBusy(false);
    }
  }, [busy, validate, onSubmit, setServerErrors, t]);

  const flags = useMemo(
    () => flagsOf(fields, { state, values, start: start.current, busy }),
    [fields, state, values, busy],
  );

  const text = (key: string) => ({
    id: `f-${key}`,
    label: label(key),
    value: String(values[key] ?? ''),
    error: state.errors[key] || undefined,
    onChange: (value: string) => setValue(key, value),
    onBlur: () => blur(key),
  });
  return { values, flags, busy, errors: state.errors, setValue, text, validate, submit, setServerErrors };
}
