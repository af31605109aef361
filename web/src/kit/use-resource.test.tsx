import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import type { ResourceView } from './resource-view.ts';
import { useResourceIndex, useResourceList } from './use-resource.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const view: ResourceView = { poll: (rows) => (rows.some((row) => row['is_running']) ? 5 : false) };

function Page() {
  const list = useResourceList(subjects, { search: '', enabled: true }, view);
  const index = useResourceIndex(subjects);
  return (
    <p>
      {list.data?.data.length} running, tab {index.data?.views['running']}
    </p>
  );
}

it('reloads the counts of the tabs once the last row that changes by itself is done', async () => {
  let running = 1;
  globalThis.fetch = async (url) => {
    const row = { id: 7, is_running: true };
    const isList = String(url).includes('/list');
    const body = isList ? { data: running ? [row] : [] } : { views: { running } };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('1 running, tab 1')).toBeTruthy();
  running = 0;
  await waitFor(() => expect(screen.getByText('0 running, tab 0')).toBeTruthy());
});
