import type { cardRisks } from '@kaike/shared/resources/cards/card-risks';
import { lazy, Suspense } from 'react';
import cardControlWords from 'virtual:locale/card_control';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import type { PanelProps, ResourceView } from '../../../kit/resource-view.ts';
import { Skeleton } from '../../../kit/widgets.ts';

const RiskPanel = lazy(async () => {
  const [{ RiskPanel: panel }] = await Promise.all([
    loadChunk(() => import('./risk-panel.tsx')),
    cardControlWords.load(),
  ]);
  return { default: panel };
});

function Evidence(props: PanelProps<typeof cardRisks>) {
  return (
    <Suspense fallback={<Skeleton active />}>
      <RiskPanel {...props} />
    </Suspense>
  );
}

export const resourceView: ResourceView<typeof cardRisks> = {
  has_own_actions: true,
  panels: [
    { key: 'evidence', wording: 'resources.card-risks.panel', panel: Evidence, permission: 'show', first: true },
  ],
};
