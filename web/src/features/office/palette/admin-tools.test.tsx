import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import words from '@kaike/shared/locales/zh-CN/admin.json';
import { createTranslator } from '@kaike/shared/kit/wording';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { useWording } from '../../../app/wording.ts';
// The tools load it by themselves, which would go on after the test.
import '../../../kit/transfer/ports.ts';
import { AdminTools } from './admin-tools.tsx';
import { closePalette } from './palette-state.ts';

const { t } = useWording.getState();
beforeEach(() => {
  useWording.setState({ t: createTranslator({ locale: 'zh-CN', catalogues: [words] }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => {
  vi.restoreAllMocks();
  useWording.setState({ t });
});

it.each([
  [['*'], '搜索学员、手机号、卡号、订单、页面'],
  [['admin.members.list', 'admin.members.update'], '搜索学员、手机号、页面'],
  [['admin.pay-orders.list'], '搜索订单、页面'],
  [[], '搜索页面'],
])('promises to find what %s may find', (permissions, label) => {
  useSession.setState({ user: adminOf({ permissions }) });
  render(<AdminTools />);
  expect(screen.getByText(label)).toBeTruthy();
});

it('opens with a field for what is typed before the results have loaded', async () => {
  useSession.setState({ user: adminOf({ permissions: ['*'] }) });
  const client = new QueryClient();
  let renders = 0;
  const tools = (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Profiler id="tools" onRender={() => void (renders += 1)}>
          <AdminTools />
        </Profiler>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { unmount } = render(tools);
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
  // In that very moment, with nothing awaited.
  const field = document.activeElement as HTMLInputElement;
  expect([field.getAttribute('role'), document.getElementById('palette-list')]).toEqual(['combobox', null]);
  fireEvent.change(field, { target: { value: 'xxjl' } });
  await screen.findByRole('listbox');
  expect([document.activeElement === field, field.value]).toEqual([true, 'xxjl']);
  // The results tell the field what they are only when they change: otherwise each of the two would draw the other for ever.
  const before = renders;
  for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  expect(renders - before).toBeLessThan(5);
  act(closePalette);
  unmount();
});
