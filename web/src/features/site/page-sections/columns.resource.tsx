import type { columns } from '@kaike/shared/resources/site/columns';
import { lazy, Suspense } from 'react';
import type { PanelProps, ResourceView } from '../../../kit/resource-view.ts';
import { Skeleton } from '../../../kit/widgets.ts';

const ItemsPanel = lazy(async () => ({ default: (await import('./items-panel.tsx')).ItemsPanel }));

function Items(props: PanelProps<typeof columns>) {
  return (
    <Suspense fallback={<Skeleton active />}>
      <ItemsPanel key={props.row.version} {...props} />
    </Suspense>
  );
}

export const resourceView: ResourceView<typeof columns> = {
  panels: [{ key: 'items', wording: 'resources.columns.items.title', panel: Items, permission: 'show' }],
};
