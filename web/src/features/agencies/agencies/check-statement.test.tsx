import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import agencyWords from 'virtual:locale/agencies';
import { renderPage } from '../../../../test/render-page.tsx';
import { useWording } from '../../../app/wording.ts';
import { CheckStatementPage } from './check-statement.page.tsx';

const statement = {
  code: 'ABCD2345EFGH',
  masked_name: '晨***',
  from: '2026-11-01',
  to: '2026-11-30',
  opening: 1200,
  closing: 1700,
  types: [{ type: 1, count: 3, delta: 500 }],
  issued_at: '2026-11-20T04:00:00.000Z',
};

it('shows each figure once, also while the words of another language load', async () => {
  await agencyWords.load();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ school: '晨光学堂', statement }));
  renderPage(<CheckStatementPage />, { at: '/open/statements/ABCD2345EFGH', path: '/open/statements/:code' });
  expect(await screen.findByText('对账单真实有效')).toBeTruthy();
  const before = useWording.getState();
  act(() => useWording.setState({ locale: 'en' }));
  act(() => useWording.setState(before));
  expect(screen.getAllByText('晨***')).toHaveLength(1);
  expect(screen.getByText('+500')).toBeTruthy();
  expect(screen.getByText('1,700')).toBeTruthy();
});
