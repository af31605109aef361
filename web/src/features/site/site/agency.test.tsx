import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import siteWords from 'virtual:locale/site';
import { configOf } from '../../../../test/client-config.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { useConfig } from '../../../app/config.ts';
import { AgencyPage } from './agency.page.tsx';

beforeAll(() => siteWords.load());
afterEach(() => useConfig.setState({ config: null }));

const agency = { name: '西湖教育', code: 'HZ01', address: '', map_point: '', courses: [] };

it.each([
  [['sms' as const], ['/open/register?agency=HZ01', '/home/cards/use-card'], /注册后由西湖教育为您服务/],
  [[], ['/home/cards/use-card'], /暂未开放注册，想学习请联系西湖教育/],
])('offers registration only where it is open (%j)', async (register, ways, text) => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(agency), { headers: { 'content-type': 'application/json' } }),
  );
  useConfig.setState({ config: configOf({ sends: { register }, support: { phone: '400-800-1234' } }) });
  renderPage(<AgencyPage />, { path: '/a/:code', at: '/a/HZ01' });
  expect(await screen.findByText(text)).toBeTruthy();
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs.filter((href) => href?.startsWith('/open/register') || href?.startsWith('/home/cards'))).toEqual(ways);
  // One stands at the end of every page.
  const contacts = register.length > 0 ? 1 : 2;
  await waitFor(() => expect(screen.getAllByRole('button', { name: /support.title/ })).toHaveLength(contacts));
});
