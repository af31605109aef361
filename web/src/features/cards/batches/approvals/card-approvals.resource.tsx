import type { cardApprovals } from '@kaike/shared/resources/cards/card-approvals';
import { lazy, Suspense } from 'react';
import cardControlWords from 'virtual:locale/card_control';
import { approvalState } from '@kaike/shared/domain/cards/card-approval';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import type { PanelProps, ResourceView } from '../../../../kit/resource-view.ts';
import { Skeleton } from '../../../../kit/widgets.ts';

const ApprovalPanel = lazy(async () => {
  const [{ ApprovalPanel: panel }] = await Promise.all([
    loadChunk(() => import('./approval-panel.tsx')),
    cardControlWords.load(),
  ]);
  return { default: panel };
});

function Request(props: PanelProps<typeof cardApprovals>) {
  return (
    <Suspense fallback={<Skeleton active />}>
      <ApprovalPanel {...props} />
    </Suspense>
  );
}

const pollMs = 3000;

export const resourceView: ResourceView<typeof cardApprovals> = {
  has_own_actions: true,
  panels: [
    { key: 'request', wording: 'resources.card-approvals.panel', panel: Request, permission: 'show', first: true },
  ],
  // Work on single cards continues after the decision; work on the batch is done with it.
  poll: (rows) =>
    rows.some(
      (row) => row.state === approvalState.approved && ['void-cards', 'replace-cards'].includes(String(row.action)),
    )
      ? pollMs
      : false,
};
