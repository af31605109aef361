import type { messages } from '@kaike/shared/resources/messaging/messages';
import { lazy, Suspense } from 'react';
import { messageStatus } from '@kaike/shared/domain/messaging/message-status';
import type { PanelProps, ResourceView } from '../../../kit/resource-view.ts';
import { Skeleton } from '../../../kit/widgets.ts';

const DeliveryPanel = lazy(async () => ({ default: (await import('./delivery-panel.tsx')).DeliveryPanel }));

function Delivery(props: PanelProps<typeof messages>) {
  return (
    <Suspense fallback={<Skeleton active />}>
      <DeliveryPanel {...props} />
    </Suspense>
  );
}

const pollMs = 3000;
/** Scheduled notices are not polled: they may be days away. */
const sending: number = messageStatus.sending;
const draft: number = messageStatus.draft;

export const resourceView: ResourceView<typeof messages> = {
  // A sent notice is not changed, but recalled and copied; a scheduled one must be recalled first.
  is_locked: (row) => row.status !== draft,
  panels: [{ key: 'delivery', wording: 'resources.messages.delivery.title', panel: Delivery, permission: 'show' }],
  poll: (rows) => (rows.some((row) => row.status === sending) ? pollMs : false),
};
