import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Toasts } from './parts.tsx';

it('is placed as its alert says, with its icon and class', () => {
  const toast = {
    id: 1,
    type: 'info',
    message: 'saved',
    duration: 0,
    position: 'bottom-right',
    icon_class: 'icon-star',
    custom_class: 'wide',
  };
  const { container } = render(
    <Toasts
      toasts={[toast, { id: 2, type: 'success', message: 'plain', duration: 0 }]}
      onClose={() => undefined}
      closeLabel="close"
    />,
  );
  const own = screen.getByText('saved').closest('[data-type]');
  expect(own?.className).toContain('wide');
  expect(own?.getAttribute('data-side')).toBe('right');
  expect(own?.parentElement?.getAttribute('data-edge')).toBe('bottom');
  expect(container.querySelector('i.icon-star')).not.toBeNull();
  expect(screen.getByText('plain').closest('[data-edge]')?.getAttribute('data-edge')).toBe('top');
});
