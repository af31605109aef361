import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

type Place = {
  /** The address that is open. */
  at?: string;
  /** The route of the page, where it reads parameters. */
  path?: string;
  /** Answers that are in the cache before the page renders. */
  cached?: readonly (readonly [QueryKey, unknown])[];
};

/** Renders a page at an address, as the app's router does; a request that fails is not repeated. Returns the client, for what a test reads or changes in it. */
export function renderPage(page: ReactElement, { at = '/', path = '*', cached = [] }: Place = {}): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const [key, answer] of cached) client.setQueryData(key, answer);
  const router = createMemoryRouter([{ path, element: page }], { initialEntries: [at] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return client;
}
