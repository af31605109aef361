import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useWords } from '../words/use-words.ts';
import { resourceAt, WithDefinition } from './with-definition.tsx';

const { call } = vi.hoisted(() => ({ call: vi.fn<(contract: unknown, options: object) => Promise<unknown>>() }));
vi.mock('../../api/client.ts', () => ({ call }));

afterEach(() => call.mockReset());

function Name({ definition }: { definition: Parameters<Parameters<typeof WithDefinition>[0]['children']>[0] }) {
  return <p>{useWords(definition).name}</p>;
}

const show = (name: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WithDefinition name={name}>{(definition) => <Name definition={definition} />}</WithDefinition>
    </QueryClientProvider>,
  );

it('fetches the definition and the words of a resource that the browser does not know', async () => {
  const name = 'plugins/check-in/badges';
  call.mockResolvedValue({ definition: { name, area: 'admin' }, words: { [`resources.${name}.name`]: 'Badges' } });
  show(name);
  expect(await screen.findByText('Badges')).toBeTruthy();
  expect(call.mock.calls[0]?.[1]).toMatchObject({ query: { name } });
});

it('asks nobody about a resource of the product', () => {
  show('roles');
  expect(call).not.toHaveBeenCalled();
});

it.each([
  ['/admin/roles', 'roles'],
  ['/admin/plugins/check-in/badges/', 'plugins/check-in/badges'],
])('reads the resource of %s', (path, name) => expect(resourceAt(path)).toBe(name));
