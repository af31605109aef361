import { lazy, Suspense } from 'react';
import bulkWords from 'virtual:locale/bulk_runs';
import { useBulk } from './bulk-state.ts';

const BulkPanel = lazy(async () => {
  const [{ BulkPanel: panel }] = await Promise.all([import('./bulk-panel.tsx'), bulkWords.load()]);
  return { default: panel };
});
const BulkList = lazy(async () => {
  const [{ BulkList: list }] = await Promise.all([import('./bulk-list.tsx'), bulkWords.load()]);
  return { default: list };
});

/** Bulk runs on every page of the back office; nothing is loaded before there is one. */
export function BulkTools() {
  const { id, is_listed } = useBulk();
  return (
    <Suspense>
      {id === null ? null : <BulkPanel key={id} id={id} />}
      {is_listed ? <BulkList /> : null}
    </Suspense>
  );
}
