import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';

type Place = {
  /** The address that is open. */
  at?: string;
  /** The route of the page, where it reads parameters. */
  path?: string;
};

/** Renders a page at an address, with no answers stored; a request that fails is not repeated. Returns the client, for what a test asks of it. */
export function renderPage(page: ReactElement, { at = '/', path = '*' }: Place = {}): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={path} element={page} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}
