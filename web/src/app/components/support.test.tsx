import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { configOf } from '../../../test/client-config.ts';
import { useConfig } from '../config.ts';
import { Support } from './support.tsx';
import { loadWording } from '../wording.ts';

afterEach(() => useConfig.setState({ config: null }));

it('shows phone, QR code and office hours', async () => {
  await loadWording('open');
  const support = { phone: '400-800 1234', hours: '每天 9:00–21:00', qr: '/uploads/qr.png' };
  useConfig.setState({ config: configOf({ support }) });
  render(<Support />);
  fireEvent.click(screen.getByRole('button', { name: '联系客服' }));
  expect(screen.getByRole('link', { name: '400-800 1234' }).getAttribute('href')).toBe('tel:4008001234');
  expect(screen.getByRole('img', { name: '客服微信二维码' }).getAttribute('src')).toBe('/uploads/qr.png');
  expect(screen.getByText('服务时间：每天 9:00–21:00')).toBeTruthy();
});

it('shows nothing when the school has configured nothing', () => {
  useConfig.setState({ config: configOf({ support: { hours: '9–21' } }) });
  expect(render(<Support />).container.innerHTML).toBe('');
});
