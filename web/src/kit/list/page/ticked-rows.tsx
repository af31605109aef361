import { lazy, Suspense } from 'react';
import type { BulkProps } from '../../bulk/bulk-bar.tsx';
import type { Target } from '../actions/bulk-target.ts';
import type { TableProps } from '../table/table-props.ts';
import { matchingOf, useSelected } from '../rows/use-selection.ts';

// Loads with the first tick.
const BulkBar = lazy(async () => ({ default: (await import('../../bulk/bulk-bar.tsx')).BulkBar }));

/** The ticked rows, or all that match the filters. */
export function targetOf({ selection, state }: Pick<TableProps, 'selection' | 'state'>): Target {
  const selected = selection.now();
  return { rows: selected.rows, matching: selected.is_everything ? matchingOf(selected, state.filters) : null };
}

/** Asks before it deletes rows; the dialog loads with the first deletion. */
export async function openDeleteDialog(
  { definition, words, selection }: Pick<TableProps, 'definition' | 'words' | 'selection'>,
  target: Target,
  reload: () => void,
): Promise<void> {
  const { confirmDelete } = await import('../rows/delete-rows.tsx');
  await confirmDelete({ definition, words, reload, target, deselect: selection.clear });
}

/** What can be done with the ticked rows. */
export function TickedRows({ table, ...does }: { table: TableProps } & Pick<BulkProps, 'run' | 'remove' | 'reload'>) {
  const { rows, is_everything } = useSelected(table.selection);
  return is_everything || rows.length > 0 ? (
    <Suspense>
      <BulkBar {...table} {...does} filters={table.state.filters} />
    </Suspense>
  ) : null;
}
