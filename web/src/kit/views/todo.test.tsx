import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { adminOf } from '../../../test/session-users.ts';
import { useSession } from '../../app/session.ts';
import { useTodo } from './todo.ts';

afterEach(() => {
  vi.restoreAllMocks();
  useSession.setState({ user: null });
});

it.each(['must_change_password', 'must_enrol'] as const)(
  'asks for nothing that the server refuses while the person %s',
  async (step) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ items: [] }));
    const client = new QueryClient();
    const Provider = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    useSession.setState({ user: { ...adminOf(), [step]: true } });
    const { result } = renderHook(() => useTodo(), { wrapper: Provider });
    expect(client.getQueryState(['todo'])?.fetchStatus).toBe('idle');
    act(() => useSession.setState({ user: adminOf() }));
    await waitFor(() => expect(result.current?.items).toEqual([]));
  },
);
