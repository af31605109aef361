import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { products } from '@kaike/shared/resources/products';
import { renderCell } from './cells.tsx';

it('draws the cover of a product that has no picture, with its title', async () => {
  const row = { id: 1, title: '口语年卡', cover: null };
  render(<>{renderCell({ field: products.fields.cover, name: 'cover', row, t: (key) => key, choices: [] })}</>);
  expect(await screen.findByText(/口/)).toBeTruthy();
  expect(screen.queryByText('–')).toBeNull();
});
