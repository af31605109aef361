import { lazy, Suspense } from 'react';
import type { PanelProps, ResourceView } from '../../kit/resource-view.ts';
import { Skeleton } from '../../kit/widgets.ts';

const DeliveryPanel = lazy(async () => ({ default: (await import('./delivery-panel.tsx')).DeliveryPanel }));

function Delivery(props: PanelProps) {
  return <Suspense fallback={<Skeleton active />}><DeliveryPanel {...props} /></Suspense>;
}

const pollMs = 3000;
/** Scheduled is not polled: it may be days away. */
const sending = 2;

export const resourceView: ResourceView = {
  panels: [{ key: 'delivery', wording: 'resources.messages.delivery.title', panel: Delivery, permission: 'show' }],
  poll: (rows) => (rows.some((row) => row['status'] === sending) ? pollMs : false),
};
