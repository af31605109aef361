import { formatNumber } from '@kaike/shared/kit/format';
import type { ResourceView, Row } from '../../kit/resource-view.ts';

/** What comes in is told from what goes out by its sign. */
function Change({ row }: { row: Row }) {
  const change = Number(row['delta']);
  return <span className="kk-number">{change > 0 ? `+${formatNumber(change)}` : formatNumber(change)}</span>;
}

export const resourceView: ResourceView = { cells: { delta: (row) => <Change row={row} /> } };
