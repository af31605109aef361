import type * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { resources } from '@kaike/shared/resources/index';
import type { AdminCallOf } from '../../../../../core/call.ts';

export async function listDraftTables({
  ctx,
}: AdminCallOf<typeof codeGeneration.listDraftTables>): Promise<ResponseOf<typeof codeGeneration.listDraftTables>> {
  const usedTables = new Set(resources.map(({ table }) => table));
  const tables = await ctx.db.introspection.getTables();
  return {
    tables: tables
      .filter(
        ({ name, isView, columns }) => !isView && !usedTables.has(name) && columns.some((one) => one.name === 'id'),
      )
      .map(({ name }) => name)
      .toSorted(),
    resources: resources
      .map(({ name, form = [] }) => ({ name, groups: form.map(({ group }) => group) }))
      .toSorted((left, right) => left.name.localeCompare(right.name)),
  };
}
