import { expect, it } from 'vitest';
import { saveToast, toastSaved, useToasts } from './toasts.ts';

it('shows what the page before saved at the foot, once: a lesson begins with its player', () => {
  saveToast('已退出另一台手机的登录。');
  toastSaved();
  toastSaved();
  const { toasts } = useToasts.getState();
  expect(toasts).toMatchObject([{ type: 'info', message: '已退出另一台手机的登录。', position: 'bottom' }]);
});
