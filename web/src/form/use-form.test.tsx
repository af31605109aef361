import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { ApiError } from '../api/api-error.ts';
import { useToasts } from '../app/toasts.ts';
import { stripLabel, type ValidationMode } from './field-state.ts';
import { useForm } from './use-form.ts';

const fields = {
  name: field.text({ rules: 'required|max:5' }),
  password: field.password({ rules: 'required|password' }),
  again: field.password({ rules: 'required|confirmed:password' }),
};
const initial = { name: '', password: '', again: '' };

function start(
  mode: ValidationMode,
  onSubmit: (values: Record<string, unknown>) => Promise<void> = async () => undefined,
) {
  return renderHook(() => useForm(fields, { initial, label: (key) => key, onSubmit, mode })).result;
}
type TestForm = ReturnType<typeof start>;
type Key = keyof typeof initial;
const type = (form: TestForm, key: Key, value: string): void => act(() => form.current.text(key).onChange(value));
const leave = (form: TestForm, key: Key): void => act(() => form.current.text(key).onBlur());
const failed = (form: TestForm, key: Key): boolean => form.current.flags(key).failed;

describe('modes', () => {
  it.each<[ValidationMode, boolean, boolean, boolean]>([
    // after typing, after leaving, after typing again
    ['aggressive', true, true, true],
    ['eager', false, true, true],
    ['lazy', false, true, false],
    ['passive', false, false, false],
  ])('%s', (mode, typed, left, again) => {
    const form = start(mode);
    type(form, 'name', 'too long');
    expect(failed(form, 'name')).toBe(typed);
    leave(form, 'name');
    expect(failed(form, 'name')).toBe(left);
    type(form, 'name', 'still too long');
    expect(failed(form, 'name')).toBe(again);
  });
});

describe('flags and submitting', () => {
  it('tracks touched, dirty, changed, required and passed', () => {
    const form = start('eager');
    expect(form.current.flags('name')).toMatchObject({
      untouched: true,
      pristine: true,
      required: true,
      validated: false,
      changed: false,
    });
    type(form, 'name', 'Li');
    leave(form, 'name');
    expect(form.current.flags('name')).toMatchObject({
      touched: true,
      dirty: true,
      changed: true,
      validated: true,
      passed: true,
      valid: true,
    });
    type(form, 'name', '');
    expect(form.current.flags('name')).toMatchObject({ pristine: true, failed: true });
  });

  it('checks a field again when the one it repeats changes', () => {
    const form = start('eager');
    type(form, 'password', 'Secret123');
    type(form, 'again', 'Secret123');
    leave(form, 'again');
    expect(failed(form, 'again')).toBe(false);
    leave(form, 'password');
    type(form, 'password', 'Other1234');
    expect(failed(form, 'again')).toBe(true);
  });

  it('does not submit invalid input, submits valid input once, and shows server errors at their field', async () => {
    const submissions: unknown[] = [];
    const form = start('eager', async (values) => {
      submissions.push(values);
      throw new ApiError(422, { errors: { name: ['taken'] } });
    });
    await act(() => form.current.submit());
    expect(submissions).toEqual([]);
    type(form, 'name', 'Li');
    type(form, 'password', 'Secret123');
    type(form, 'again', 'Secret123');
    await act(() => form.current.submit());
    expect(submissions).toHaveLength(1);
    expect(form.current.errors['name']).toBe('taken');
  });

  it('shows an error of no field as a toast, and leaves no unhandled rejection', async () => {
    useToasts.setState({ toasts: [] });
    const form = start('eager', async () => {
      throw new ApiError(409, { message: 'too late' });
    });
    type(form, 'name', 'Li');
    type(form, 'password', 'Secret123');
    type(form, 'again', 'Secret123');
    await act(() => form.current.submit());
    expect(useToasts.getState().toasts.map((toast) => toast.message)).toEqual(['too late']);
    expect(form.current.busy).toBe(false);
  });

  it('shows a server error of a field outside the form as a toast', async () => {
    useToasts.setState({ toasts: [] });
    const form = start('eager', () =>
      Promise.reject(new ApiError(422, { message: 'wrong', errors: { verify: ['solve the puzzle'] } })),
    );
    act(() => {
      form.current.set('name', 'Li');
      form.current.set('password', 'Secret123');
      form.current.set('again', 'Secret123');
    });
    await act(() => form.current.submit());
    expect(useToasts.getState().toasts.map((toast) => toast.message)).toEqual(['solve the puzzle']);
  });

  it('keeps the values of two fields set before the next render', () => {
    const form = start('eager');
    act(() => {
      form.current.set('name', 'Li');
      form.current.set('password', 'Secret123');
    });
    expect(form.current.values).toMatchObject({ name: 'Li', password: 'Secret123' });
  });

  it('lets a field have its own mode', () => {
    const modes = { name: 'aggressive' } as const;
    const { result } = renderHook(() =>
      useForm(fields, { initial, label: (key) => key, onSubmit: async () => undefined, mode: 'passive', modes }),
    );
    type(result, 'name', 'too long');
    type(result, 'password', 'x');
    expect(failed(result, 'name')).toBe(true);
    expect(failed(result, 'password')).toBe(false);
  });
});

describe('values over the stored ones', () => {
  const stored = { name: 'Li', password: '', again: '' };
  const open = (changes: Partial<typeof stored> = {}) =>
    renderHook(
      ({ initial: values }) =>
        useForm(fields, { initial: values, changes, label: (key) => key, onSubmit: async () => undefined }),
      { initialProps: { initial: stored } },
    );

  it('shows a new stored value unless the field was changed', () => {
    const { result, rerender } = open();
    act(() => result.current.set('password', 'Secret123'));
    rerender({ initial: { name: 'Wang', password: 'x', again: 'x' } });
    expect(result.current.values).toEqual({ name: 'Wang', password: 'Secret123', again: 'x' });
  });

  it('starts with a draft, and resets some fields or all', () => {
    const { result } = open({ name: 'too long', again: 'a' });
    expect(result.current).toMatchObject({ dirty: true, values: { name: 'too long', again: 'a' } });
    act(() => void result.current.check());
    act(() => result.current.reset(['name']));
    expect(result.current).toMatchObject({ dirty: true, values: { name: 'Li', again: 'a' } });
    expect(result.current.flags('name')).toMatchObject({ changed: false, validated: false });
    act(() => result.current.reset());
    expect(result.current).toMatchObject({ dirty: false, errors: {}, values: stored });
  });

  it('checks only the fields that apply to the values', () => {
    const { result } = renderHook(() =>
      useForm((values: typeof initial) => (values.password === '' ? { name: fields.name } : fields), {
        initial,
        label: (key) => key,
        onSubmit: async () => undefined,
      }),
    );
    act(() => void result.current.check());
    expect(Object.keys(result.current.errors)).toEqual(['name']);
    act(() => result.current.set('password', 'x'));
    act(() => void result.current.check());
    expect(Object.keys(result.current.errors)).toEqual(['name', 'password', 'again']);
  });
});

describe('requests', () => {
  const valid = { name: 'Li', password: 'Secret123', again: 'Secret123' };
  const open = (onSubmit: Parameters<typeof useForm<typeof initial>>[1]['onSubmit']) =>
    renderHook(() => useForm(fields, { initial: valid, label: (key) => key, onSubmit })).result;

  it('has one at a time, and says meanwhile that the fields are pending', async () => {
    let [calls, end] = [0, (): void => undefined];
    const form = open(() => {
      calls += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    act(() => void form.current.submit());
    expect(form.current.flags('name').pending).toBe(true);
    await act(() => form.current.submit());
    expect(calls).toBe(1);
    await act(async () => end());
    expect(form.current.busy).toBe(false);
  });

  it('keeps the key of a failed request until the input differs or one succeeds', async () => {
    const keys: string[] = [];
    let isRefused = true;
    const form = open(async (values, keyOf) => {
      keys.push(keyOf(values));
      if (isRefused) throw new ApiError(500, { message: 'later' });
    });
    await act(() => form.current.submit());
    isRefused = false;
    await act(() => form.current.submit());
    await act(() => form.current.submit());
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('focuses the first invalid field, and the first refused one once the request has ended', async () => {
    const form = open(() => Promise.reject(new ApiError(422, { errors: { again: ['no'], name: ['no'] } })));
    document.body.innerHTML = '<input id="f-name"><input id="f-password"><input id="f-again">';
    act(() => form.current.set('again', 'other'));
    await act(() => form.current.submit());
    expect(document.activeElement?.id).toBe('f-again');
    act(() => form.current.set('again', valid.password));
    await act(() => form.current.submit());
    await waitFor(() => expect(document.activeElement?.id).toBe('f-name'));
    document.body.replaceChildren();
  });

  it('passes on what is no refusal', async () => {
    const form = open(() => Promise.reject(new TypeError('bug')));
    await act(() => expect(form.current.submit()).rejects.toThrow('bug'));
    expect(form.current.busy).toBe(false);
  });
});

it('gives a field its value, error, flags and label', () => {
  const form = start('eager');
  act(() => void form.current.check(['name']));
  expect(form.current.text('name')).toMatchObject({
    id: 'f-name',
    label: 'name',
    value: '',
    flags: { required: true, failed: true },
  });
  expect(form.current.bind('name').error).not.toBe('');
});

describe('stripLabel', () => {
  it.each([
    ['手机号格式不正确', '手机号', '格式不正确'],
    ['Mobile number is not valid', 'Mobile number', 'Is not valid'],
    ['请填写手机号', '手机号', '请填写手机号'],
    ['手机号', '手机号', '手机号'],
  ])('%s', (text, label, expected) => {
    expect(stripLabel(text, label)).toBe(expected);
  });
});
