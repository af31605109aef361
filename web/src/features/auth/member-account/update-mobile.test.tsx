import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { configOf } from '../../../../test/client-config.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { useConfig } from '../../../app/config.ts';
import { loadWording } from '../../../app/wording.ts';
import { UpdateMobilePage } from './update-mobile.page.tsx';

it('shows whom to ask where the school sends no text messages', async () => {
  await loadWording('home');
  useConfig.setState({ config: configOf({ support: { phone: '400-800-1234' } }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
  renderPage(<UpdateMobilePage />);
  expect(await screen.findByRole('button', { name: '联系客服' })).toBeTruthy();
  useConfig.setState({ config: null });
});
