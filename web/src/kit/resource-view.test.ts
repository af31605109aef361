import type { subjects } from '@kaike/shared/resources/catalog/subjects';
import { expect, expectTypeOf, it } from 'vitest';
import type { PanelProps, ResourceView, ShownRowOf } from './resource-view.ts';

it('the parts of a view know the rows of its definition', () => {
  expectTypeOf<ShownRowOf<typeof subjects>['name']>().toEqualTypeOf<string>();
  expectTypeOf<PanelProps<typeof subjects, { story: string[] }>['row']['story']>().toEqualTypeOf<
    string[] | undefined
  >();
  const view: ResourceView<typeof subjects> = {
    // @ts-expect-error -- the definition has no such field
    cells: { renamed: () => null },
    // @ts-expect-error -- the row has no such field
    is_locked: (row) => row.renamed === true,
  };
  expect(Object.keys(view)).toEqual(['cells', 'is_locked']);
});
