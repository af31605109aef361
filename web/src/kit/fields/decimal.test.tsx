import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { inputProps } from '../../../test/input-props.ts';
import { renderCell } from './cells.tsx';
import { inputs } from './inputs.tsx';

const price = field.decimal({ decimals: 3 });

it('is shown with the places of its field', () => {
  const cell = (value: number | null) =>
    renderCell({ row: { id: 1, price: value }, name: 'price', field: price, choices: [], t: (key) => key });
  const { container } = render(
    <>
      {cell(8.5)} {cell(0.045)} {cell(null)}
    </>,
  );
  expect(container.textContent).toBe('8.500 0.045 –');
});

it('is entered with the places of its field', () => {
  const onChange = vi.fn<(value: unknown) => void>();
  const Input = inputs.decimal;
  render(<Input {...inputProps(price, { label: '单价', value: null, onChange })} />);
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '0.045' } });
  expect(onChange).toHaveBeenLastCalledWith(0.045);
});
