import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import accountWords from 'virtual:locale/account';
import { renderPage } from '../../../../test/render-page.tsx';
import { loadWording } from '../../../app/wording.ts';
import { RealNamePage } from './real-name.page.tsx';

it('leads from the consent to the privacy policy, without losing what was typed', async () => {
  await Promise.all([accountWords.load(), loadWording('home')]);
  const account = {
    is_auth: 0,
    real_name: '',
    pending_name: null,
    pending_last4: null,
    id_card_last4: '',
    face: null,
    face_check: null,
    version: 1,
  };
  const privacy = { title: '隐私政策', version: '3', content: '我们只在核验身份时使用您的证件号码。' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const body = String(input).includes('agreement') ? { ...privacy, title: '用户协议', privacy } : { account };
    return Response.json(body);
  });
  renderPage(<RealNamePage />);
  const link = await screen.findByRole('link', { name: '《隐私政策》' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/open/agreement?doc=privacy', null]);
  const [field] = screen.getAllByRole<HTMLInputElement>('textbox');
  fireEvent.change(field as HTMLInputElement, { target: { value: '张三' } });
  fireEvent.click(link);
  await screen.findByText(privacy.content);
  fireEvent.click(screen.getByRole('button', { name: '关闭' }));
  expect(screen.queryByText(privacy.content)).toBeNull();
  expect(field?.value).toBe('张三');
});

it('hides the number once it was sent, and shows its last four digits', async () => {
  await Promise.all([accountWords.load(), loadWording('home')]);
  const account = {
    is_auth: 0,
    real_name: '',
    pending_name: null,
    pending_last4: null,
    id_card_last4: '',
    face: null,
    face_check: null,
    version: 1,
  };
  const pendingAccount = { ...account, is_auth: 1, pending_name: '张三', pending_last4: '002X', version: 2 };
  const bodies: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    if (init?.method === 'POST') bodies.push(JSON.parse(String(init.body)));
    return Response.json({ _token: 'T', account: bodies.length > 0 ? pendingAccount : account });
  });
  renderPage(<RealNamePage />);
  fireEvent.change(await screen.findByLabelText('真实姓名'), { target: { value: '张三' } });
  fireEvent.change(screen.getByLabelText('身份证号'), { target: { value: '11010519491231002X' } });
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText(/002X/)).toBeTruthy();
  expect(bodies).toEqual([expect.objectContaining({ real_name: '张三', id_card: '11010519491231002X' })]);
  expect([screen.queryByDisplayValue(/1101/), screen.queryByText(/1101/), screen.queryByRole('textbox')]).toEqual([
    null,
    null,
    null,
  ]);
});
