import type { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { isBusy, pollMs, type BatchRow } from './batch.ts';
import { BatchPanel } from './batch-panel.tsx';
import { MadeCell } from './batch-progress.tsx';

export const resourceView: ResourceView<typeof cardBatches> = {
  overview: BatchPanel,
  cells: { made_count: (row) => <MadeCell batch={row as BatchRow} /> },
  poll: (rows) => (rows.some(isBusy) ? pollMs : false),
};
