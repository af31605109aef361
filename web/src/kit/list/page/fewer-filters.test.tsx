import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { members } from '@kaike/shared/resources/people/members';
import { renderPage } from '../../../../test/render-page.tsx';
import { wordsOf } from '../../words/use-words.ts';
import { useListState } from '../use-list-state.ts';
import { FewerFilters } from './fewer-filters.tsx';

const words = wordsOf(
  (key, params = {}) => (key.startsWith('lists.without') ? `${key}: ${params['field']} ${params['rows']}` : key),
  'members',
);

function List() {
  const state = useListState();
  return (
    <>
      <FewerFilters definition={members} state={state} words={words} />
      <output>{useLocation().search}</output>
    </>
  );
}

/** The list at this address, whose server finds rows only without a status. */
function show(search: string): string[][] {
  const queries: string[][] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { searchParams } = new URL(String(url), 'http://school');
    queries.push([...searchParams.keys()].filter((key) => key.startsWith('where')));
    const total = String(url).includes('status') ? 0 : 3;
    return Response.json({
      data: [],
      total,
      total_exact: true,
      sums: null,
      per_page: 1,
      current_page: 1,
      last_page: 1,
    });
  });
  renderPage(<List />, { at: `/admin/members${search}` });
  return queries;
}

it('offers to drop the condition without which there are rows, and says how many', async () => {
  const queries = show('?where[status]=0&where[agency_id]=4&where[_keyword]=ma&where[_key]=name&page=2');
  fireEvent.click(await screen.findByRole('button', { name: 'lists.without: status kit.rows' }));
  expect(new URLSearchParams(screen.getByRole('status').textContent ?? '').toString()).toBe(
    new URLSearchParams('where[agency_id]=4&where[_keyword]=ma&where[_key]=name').toString(),
  );
  expect(queries.slice(0, 3)).toEqual([
    ['where[status]', 'where[agency_id]'],
    ['where[agency_id]', 'where[_keyword]', 'where[_key]'],
    ['where[status]', 'where[_keyword]', 'where[_key]'],
  ]);
});

it('counts nothing where one condition is all there is, but does beside a view', async () => {
  expect(show('?where[status]=0')).toEqual([]);
  const queries = show('?where[status]=0&where[_view]=today');
  await waitFor(() => expect(queries).toHaveLength(1));
});
