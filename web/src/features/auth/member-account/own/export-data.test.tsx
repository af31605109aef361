import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../../test/render-page.tsx';
import { loadWording } from '../../../../app/wording.ts';
import * as save from '../../../../ui/save-text.ts';
import { ExportDataPage } from './export-data.page.tsx';

it('saves the copy as a file once the owner has proved to be it', async () => {
  await Promise.all([accountWords.load(), loadWording('home'), loadWording('open')]);
  const saved: string[][] = [];
  vi.spyOn(save, 'saveText').mockImplementation((...file) => void saved.push(file));
  const bodies: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (String(url).includes('/verify-message-code')) return Response.json({ pass: 'p1' });
    if (String(url).includes('/personage/export')) {
      bodies.push(String(init?.body));
      return Response.json({ data: { notes: [{ body: '拉坯要稳' }] } });
    }
    return Response.json({
      account: { has_password: true, mobile_phone: null, status: 1, erase_at: null },
      _token: 't',
    });
  });
  renderPage(<ExportDataPage />);
  fireEvent.click(await screen.findByRole('button', { name: '验证身份并导出' }));
  expect(saved).toEqual([]);
  const password = document.querySelector('input[type=password]');
  if (!password) throw new Error('no field for the password');
  fireEvent.change(password, { target: { value: 'the-old-one-1' } });
  fireEvent.click(screen.getByRole('button', { name: '下一步' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect([saved[0]?.[0], JSON.parse(saved[0]?.[1] ?? ''), bodies[0]]).toEqual([
    expect.stringMatching(/^个人信息-.*\.json$/),
    { notes: [{ body: '拉坯要稳' }] },
    expect.stringContaining('p1'),
  ]);
});
