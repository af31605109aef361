import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import fieldWords from 'virtual:locale/kit_fields';
import iconWords from 'virtual:locale/kit_icons';
import { field } from '@kaike/shared/kit/field';
import { inputProps } from '../../../test/input-props.ts';
import { IconInput } from './icon-input.tsx';

it('an icon shows none of its key, is found in Chinese and selected', async () => {
  await Promise.all([fieldWords.load(), iconWords.load()]);
  const onChange = vi.fn<(value: unknown) => void>();
  render(<IconInput {...inputProps(field.icon(), { label: '图标', value: 'book', onChange })} />);
  const opener = screen.getByRole('button', { name: '图标 书 选择图标' });
  expect(opener.textContent).not.toContain('book');
  fireEvent.click(opener);
  fireEvent.change(await screen.findByPlaceholderText(/搜索图标/), { target: { value: '毕业' } });
  expect(screen.getAllByRole('button', { name: '毕业' })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: '毕业' }));
  expect(onChange).toHaveBeenCalledWith('graduation-cap');
});
