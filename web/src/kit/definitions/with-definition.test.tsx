import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useWords } from '../words/use-words.ts';
import { resourceAt, WithDefinition } from './with-definition.tsx';

const name = 'plugins/check-in/badges';
const answer = { definition: { name, area: 'admin' }, words: { [`resources.${name}.name`]: 'Badges' } };
const requests: URL[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(new URL(url, location.href));
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
});

function Name({ definition }: { definition: Parameters<Parameters<typeof WithDefinition>[0]['children']>[0] }) {
  return <p>{`${definition.name}: ${useWords(definition).name}`}</p>;
}

const show = (resource: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WithDefinition name={resource}>{(definition) => <Name definition={definition} />}</WithDefinition>
    </QueryClientProvider>,
  );

it('fetches the definition and the words of a resource that the browser does not know', async () => {
  show(name);
  expect(await screen.findByText(`${name}: Badges`)).toBeTruthy();
  expect(requests.map((url) => url.searchParams.get('name'))).toEqual([name]);
});

it('draws a resource of the product without a request', async () => {
  show('roles');
  expect(await screen.findByText(/^roles: /)).toBeTruthy();
  expect(requests).toEqual([]);
});

it.each([
  ['/admin/roles', 'roles'],
  ['/admin/plugins/check-in/badges/', 'plugins/check-in/badges'],
])('reads the resource of %s', (path, resource) => expect(resourceAt(path)).toBe(resource));
