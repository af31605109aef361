import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Popover } from './popover.tsx';

const choices = (labels: readonly string[]) => (
  <Popover label="状态" close={() => undefined}>
    {labels.map((label) => (
      <label key={label}>
        <input type="checkbox" />
        {label}
      </label>
    ))}
  </Popover>
);

it('moves the focus to its first control', () => {
  render(choices(['停用', '启用']));
  expect(document.activeElement).toBe(screen.getByLabelText('停用'));
});

it('moves it there when the control arrives after the box', async () => {
  const { rerender } = render(choices([]));
  expect(document.activeElement).toBe(document.body);
  rerender(choices(['停用', '启用']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('停用')));
});
