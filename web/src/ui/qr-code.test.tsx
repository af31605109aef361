import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

const words = { label: '扫码支付', note: '等待支付', failed: '请重新加载' };

it('draws the code, and says what to do when it cannot', async () => {
  const { unmount } = render(<QrCode text="https://school.example" {...words} />);
  expect((await screen.findByAltText<HTMLImageElement>('扫码支付')).src).toMatch(/^data:image\/png/);
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
  // More than a code holds.
  render(<QrCode text={'x'.repeat(8000)} {...words} />);
  expect((await screen.findByRole('alert')).textContent).toBe('请重新加载');
});
