import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { DevicesPanel } from '../admin-account/devices-panel.tsx';
import { DevicesPage } from './devices.page.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const at = '2026-11-22T08:00:00.000Z';
const device = { device_name: 'Chrome', client_type: 'web', issued_at: at, last_seen_at: at, is_current: false };
const devices = [
  ['127.0.0.1', 'this_machine'],
  ['10.0.0.4', 'local_network'],
  ['113.65.20.7', '113.65.20.7'],
].map(([ip, address], id) => ({ ...device, id, ip, address }));

it.each([
  ['a learner’s own page', DevicesPage],
  ['the account page of the back office', DevicesPanel],
])('%s shows local addresses of devices in words', async (_name, Page) => {
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ devices }), { headers: { 'content-type': 'application/json' } });
  renderPage(<Page />);
  await screen.findByText(/本机/);
  const texts = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(texts[0]).toContain('本机');
  expect(texts[1]).toContain('局域网');
  expect(texts[2]).toContain('113.65.20.7');
  expect(texts.join(' ')).not.toMatch(/ (this_machine|local_network)/);
});
