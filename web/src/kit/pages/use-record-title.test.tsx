import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { useWords } from '../words/use-words.ts';
import { useRecordTitle } from './use-record-title.ts';

function Part() {
  const { data } = useQuery({ queryKey: ['part'], queryFn: () => 'loaded' });
  return <p>{data}</p>;
}

/** As a record does, it shows its parts once it has loaded. */
function Opened() {
  const title = useRecordTitle(subjects, 7, useWords(subjects));
  return (
    <>
      <h1>{title}</h1>
      {title.includes('#7') ? null : <Part />}
    </>
  );
}

it('shows the title once the record has loaded, while its parts ask for theirs as they render', async () => {
  const warn = vi.spyOn(console, 'error');
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <Opened />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('heading').textContent).toContain('#7');
  act(() => {
    client.setQueryData([subjects.name, 'row', 7], { row: { id: 7, name: '英语' } });
  });
  expect(await screen.findByText('loaded')).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('lists.record_title');
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});
