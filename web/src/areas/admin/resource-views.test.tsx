import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { listFields } from '@kaike/shared/kit/rows/list-fields';
import { resources } from '@kaike/shared/resources/index';
import { resourceViews } from './resource-views.ts';

const besides = new Set(['id', 'version', 'labels', 'file_info']);

it('cells and poll of a list read only fields that the list asks for', async () => {
  const missing = new Set<string>();
  for (const definition of resources) {
    const { resourceView: view } = (await resourceViews[definition.name]?.()) ?? {};
    const choices = definition.list.columns.flatMap((key) =>
      (definition.fields[key]?.choices ?? []).map(({ value }) => ({ [key]: value })),
    );
    for (const values of [{}, ...choices]) {
      const row = new Proxy<{ id: number }>(
        { id: 1, ...values },
        {
          get: (target, key) => {
            const isField = typeof key === 'string' && key in definition.fields;
            if (isField && !besides.has(key) && !listFields(definition).has(key))
              missing.add(`${definition.name}.${key}`);
            return Reflect.get(target, key) ?? (isField ? 1 : undefined);
          },
        },
      );
      view?.poll?.([row]);
      const cells = Object.entries(view?.cells ?? {}).map(([key, cell]) => <span key={key}>{cell?.(row)}</span>);
      if (cells.length > 0) render(<MemoryRouter>{cells}</MemoryRouter>).unmount();
    }
  }
  expect([...missing]).toEqual([]);
});
