import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import fieldWords from 'virtual:locale/kit_fields';
import { members } from '@kaike/shared/resources/people/members';
import zh from '@kaike/shared/locales/zh-CN/kit_fields.json' with { type: 'json' };
import { MaskedValue } from './masked-value.tsx';

const words = zh.kit_fields.reveal;
const realFetch = globalThis.fetch;
let requests: { url: string; body: unknown }[] = [];

beforeEach(async () => {
  await fieldWords.load();
  requests = [];
  globalThis.fetch = async (url, init) => {
    const json = (body: unknown): Response =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    if (String(url).includes('/open/token')) return json({ _token: 't' });
    requests.push({ url: String(url).split('?')[0] ?? '', body: JSON.parse(String(init?.body)) });
    return json({ values: { mobile_phone: '13812345678', email: null } });
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

it('asks for a reason, then reveals all masked fields of the record', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MaskedValue definition={members} id={7} name="mobile_phone">
        138****5678
      </MaskedValue>
      <MaskedValue definition={members} id={7} name="email">
        l****@example.com
      </MaskedValue>
    </QueryClientProvider>,
  );
  const [button] = screen.getAllByRole('button', { name: words.show });
  fireEvent.click(button as HTMLElement);
  const confirm = (): HTMLButtonElement =>
    screen.getAllByRole('button', { name: words.show }).at(-1) as HTMLButtonElement;
  await act(async () => {
    fireEvent.click(confirm());
  });
  expect(requests).toEqual([]);
  fireEvent.change(screen.getByLabelText(new RegExp(`^${words.reason}`)), { target: { value: ' 学员来电核对 ' } });
  await act(async () => {
    fireEvent.click(confirm());
  });
  expect(requests).toEqual([{ url: '/web-api/admin/members/7/reveal', body: { reason: '学员来电核对' } }]);
  await waitFor(() => expect(document.body.textContent).toBe('13812345678l****@example.com'));
});
