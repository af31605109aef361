import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../../../test/render-page.tsx';
import { FirstRun } from './first-run.tsx';

afterEach(() => vi.restoreAllMocks());

const links = async (isShut: boolean): Promise<(string | null)[]> => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({
      _token: 'T',
      state: 'none',
      is_empty: true,
      is_registration_shut: isShut,
      step: '',
      password: null,
    }),
  );
  renderPage(<FirstRun />);
  await screen.findByText('admin.first.course');
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'));
};

const steps = ['/admin/courses?open=0', '/admin/products?open=0', '/admin/card-batches?open=0'];

it('names the services that bring codes until one of them is ready', async () => {
  expect(await links(true)).toEqual([...steps, '/admin/configs?group=sms', '/admin/configs?group=mail']);
});

it('leaves registration out where codes arrive', async () => {
  expect(await links(false)).toEqual(steps);
});
