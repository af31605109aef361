import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { inputProps } from '../../../test/input-props.ts';
import { inputs } from './inputs.tsx';

function show(
  kind: 'date' | 'date_time',
  value: string,
  options: { day_bound?: 'end' } = {},
): { input: HTMLInputElement; onChange: ReturnType<typeof vi.fn> } {
  const onChange = vi.fn<(value: unknown) => void>();
  const Input = inputs[kind];
  render(<Input {...inputProps({ ...field[kind](), ...options }, { label: '到期', value, onChange })} />);
  return { input: screen.getByRole<HTMLInputElement>('textbox'), onChange };
}

function type(input: HTMLInputElement, text: string): void {
  fireEvent.mouseDown(input);
  fireEvent.click(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
}

it('shows and reads a moment by the clock of the school, wherever the reader is', () => {
  const { input, onChange } = show('date_time', '2026-03-31T16:30:00.000Z');
  expect(input.value).toBe('2026-04-01 00:30:00');
  type(input, '2026-04-02 23:59:59');
  expect(onChange).toHaveBeenLastCalledWith('2026-04-02T15:59:59.000Z');
});

it('shows and reads a day as it is', () => {
  const { input, onChange } = show('date', '2026-04-01');
  expect(input.value).toBe('2026-04-01');
  type(input, '2026-04-02');
  expect(onChange).toHaveBeenLastCalledWith('2026-04-02');
});

it.each([
  ['2026-12-31 18:30', '2026-12-31T10:30:00.000Z'],
  ['2026-12-31', '2026-12-30T16:00:00.000Z'],
])('reads a moment typed as %s', (text, expected) => {
  const { input, onChange } = show('date_time', '');
  type(input, text);
  expect(onChange).toHaveBeenLastCalledWith(expected);
});

it.each([
  ['2026-12-31', '2026-12-31T15:59:59.999Z'],
  ['2026-12-31 23:59:59', '2026-12-31T15:59:59.999Z'],
  ['2026-12-31 18:30', '2026-12-31T10:30:00.000Z'],
])('reads an end typed as %s', (text, expected) => {
  const { input, onChange } = show('date_time', '', { day_bound: 'end' });
  type(input, text);
  expect(onChange).toHaveBeenLastCalledWith(expected);
});

it.each([
  ['2026-12-31T15:59:59.999Z', '2026-12-31'],
  ['2026-12-31T10:30:00.000Z', '2026-12-31 18:30:00'],
])('shows the end %s as %s', (value, expected) => {
  expect(show('date_time', value, { day_bound: 'end' }).input.value).toBe(expected);
});
