import { formatChange } from '@kaike/shared/kit/format';
import type { ResourceView, Row } from '../../kit/resource-view.ts';

/** Incoming and outgoing quota are distinguished by the sign. */
function Change({ row }: { row: Row }) {
  return <span className="kk-number">{formatChange(Number(row['delta']))}</span>;
}

export const resourceView: ResourceView = { cells: { delta: (row) => <Change row={row} /> } };
