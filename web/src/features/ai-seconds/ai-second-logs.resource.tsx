import type { aiSecondLogs } from '@kaike/shared/resources/ai-second-logs';
import { formatDuration } from '@kaike/shared/kit/format';
import type { ResourceView } from '../../kit/resource-view.ts';

/** Time that came and time that went are distinguished by the sign. */
function Change({ seconds }: { seconds: number }) {
  return (
    <span className="kk-number">
      {seconds > 0 ? '+' : '−'}
      {formatDuration(Math.abs(seconds))}
    </span>
  );
}

export const resourceView: ResourceView<typeof aiSecondLogs> = {
  cells: { delta: (row) => <Change seconds={Number(row.delta)} /> },
};
