import type { aiSecondLogs } from '@kaike/shared/resources/ai/ai-second-logs';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { SecondsChange } from './seconds-change.tsx';

export const resourceView: ResourceView<typeof aiSecondLogs> = {
  cells: { delta: (row) => <SecondsChange seconds={Number(row.delta)} /> },
};
