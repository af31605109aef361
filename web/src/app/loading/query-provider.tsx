import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 1 && !isRefused(error),
      refetchOnWindowFocus: false,
    },
  },
});

/** Query cache for the areas behind the login; public pages do without its 13 KB. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
