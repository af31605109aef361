import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { products } from '@kaike/shared/resources/commerce/products';
import { renderCell } from './cells.tsx';

it('shows the first sign of a person’s name before it, for those who see it', () => {
  const { container } = render(
    <>
      {renderCell({
        row: { id: 7, name: '杨佳宁' },
        name: 'name',
        field: field.text({ look: 'person' }),
        choices: [],
        t: (key) => key,
      })}
    </>,
  );
  expect(container.textContent).toBe('杨杨佳宁');
  expect(container.querySelector('[aria-hidden="true"]')?.textContent).toBe('杨');
});

it('draws the cover of a product that has no picture, with its title', async () => {
  const row = { id: 1, title: '口语年卡', cover: null };
  render(<>{renderCell({ field: products.fields.cover, name: 'cover', row, t: (key) => key, choices: [] })}</>);
  expect(await screen.findByText(/口/)).toBeTruthy();
  expect(screen.queryByText('–')).toBeNull();
});

it('shows how a cover is drawn by its names, not by its key', async () => {
  const row = { id: 1, cover_style: 'xiang-talk-row' };
  const { container } = render(
    <>{renderCell({ field: field.cover_style(), name: 'cover_style', row, t: (key) => key, choices: [] })}</>,
  );
  await waitFor(() => expect(container.textContent).toContain(' · '));
  expect(container.textContent).not.toContain('xiang-talk-row');
});
