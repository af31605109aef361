import type { products } from '@kaike/shared/resources/commerce/products';
import { termMode } from '@kaike/shared/domain/commerce/product-status';
import { useT } from '../../../app/wording.ts';
import type { ResourceView, ShownRowOf } from '../../../kit/resource-view.ts';
import { SyncPanel } from './sync-panel.tsx';

type Row = ShownRowOf<typeof products>;

/** The access duration of a product, in one phrase. */
function Term({ row }: { row: Row }) {
  const t = useT();
  const mode = Object.entries(termMode).find(([, value]) => value === row.term_mode)?.[0] ?? 'permanent';
  return (
    <>
      {t(`resources.products.terms.${mode}`, {
        count: Number(row.term_value ?? 0),
        date: String(row.fixed_end_at ?? ''),
      })}
    </>
  );
}

export const resourceView: ResourceView<typeof products> = {
  cells: { term_mode: (row) => <Term row={row} /> },
  panels: [{ key: 'sync', wording: 'product_sync.title', panel: SyncPanel, permission: 'sync' }],
};
