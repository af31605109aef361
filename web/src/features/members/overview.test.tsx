import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { members } from '@kaike/shared/resources/members';
import { useSession, type User } from '../../app/session.ts';
import { RecordEditor } from '../../kit/form/record-editor.tsx';
import { resourceView } from './members.resource.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

it('opens on the overview, also for an unknown tab, with the password reset available', async () => {
  const row = { id: 7, version: 1, user_id: 70, display_name: '马静怡', member_no: '100007', access: [], studied: [] };
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ row, maps: {}, permissions: ['show', 'update'], configUrl: {} }), {
      headers: { 'content-type': 'application/json' },
    });
  useSession.setState({
    user: {
      id: 1,
      admin: { id: 1, is_super: false, roles: [], permissions: ['admin.users.reset-password'], agency_id: null },
    } as unknown as User,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['members', 'view'], resourceView);
  const router = createMemoryRouter([
    { path: '*', element: <RecordEditor definition={members} id={7} tab="nonsense" onSaved={() => undefined} /> },
  ]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const [first] = await screen.findAllByRole('tab');
  await waitFor(() => expect(first?.getAttribute('aria-selected')).toBe('true'));
  expect(first?.textContent).toBe('resources.members.detail.overview');
  fireEvent.click(await screen.findByText('reset-password'));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});
