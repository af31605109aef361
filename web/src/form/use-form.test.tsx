import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { ApiError } from '../api/api-error.ts';
import { useToasts } from '../app/toasts.ts';
import { stripLabel, useForm, type Mode } from './use-form.ts';

const fields = {
  name: field.text({ rules: 'required|max:5' }),
  password: field.password({ rules: 'required|password' }),
  again: field.password({ rules: 'required|confirmed:password' }),
};
const initial = { name: '', password: '', again: '' };

function start(mode: Mode, onSubmit: (values: Record<string, unknown>) => Promise<void> = async () => undefined) {
  return renderHook(() => useForm(fields, { initial, label: (key) => key, onSubmit, mode })).result;
}
type Form = ReturnType<typeof start>;
const type = (form: Form, key: string, value: string): void => act(() => form.current.text(key).onChange(value));
const leave = (form: Form, key: string): void => act(() => form.current.text(key).onBlur());
const failed = (form: Form, key: string): boolean | undefined => form.current.flags[key]?.failed;

describe('modes', () => {
  it.each<[Mode, boolean, boolean, boolean]>([
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
    expect(form.current.flags['name']).toMatchObject({
      untouched: true,
      pristine: true,
      required: true,
      validated: false,
      changed: false,
    });
    type(form, 'name', 'Li');
    leave(form, 'name');
    expect(form.current.flags['name']).toMatchObject({
      touched: true,
      dirty: true,
      changed: true,
      validated: true,
      passed: true,
      valid: true,
    });
    type(form, 'name', '');
    expect(form.current.flags['name']).toMatchObject({ pristine: true, failed: true });
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
    const sent: unknown[] = [];
    const form = start('eager', async (values) => {
      sent.push(values);
      throw new ApiError(422, { errors: { name: ['taken'] } });
    });
    await act(() => form.current.submit());
    expect(sent).toEqual([]);
    type(form, 'name', 'Li');
    type(form, 'password', 'Secret123');
    type(form, 'again', 'Secret123');
    await act(() => form.current.submit());
    expect(sent).toHaveLength(1);
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
      form.current.setValue('name', 'Li');
      form.current.setValue('password', 'Secret123');
      form.current.setValue('again', 'Secret123');
    });
    await act(() => form.current.submit());
    expect(useToasts.getState().toasts.map((toast) => toast.message)).toEqual(['solve the puzzle']);
  });

  it('keeps the values of two fields set before the next render', () => {
    const form = start('eager');
    act(() => {
      form.current.setValue('name', 'Li');
      form.current.setValue('password', 'Secret123');
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
