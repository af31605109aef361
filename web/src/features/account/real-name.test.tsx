import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { loadWording } from '../../app/wording.ts';
import { accountWords } from './account-words.ts';
import { RealNamePage } from './real-name.page.tsx';

afterEach(() => vi.restoreAllMocks());

it('leads from the consent to the privacy policy, without losing what was typed', async () => {
  await Promise.all([accountWords.load(), loadWording('home')]);
  const account = { is_auth: 0, real_name: '', pending_name: null, pending_last4: null, id_card_last4: '', can_match_face: false, version: 1 };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify({ account }), { headers: { 'content-type': 'application/json' } }));
  render(<QueryClientProvider client={new QueryClient()}><MemoryRouter><RealNamePage /></MemoryRouter></QueryClientProvider>);
  const link = await screen.findByRole('link', { name: '《隐私政策》' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/open/agreement?doc=privacy', '_blank']);
});
