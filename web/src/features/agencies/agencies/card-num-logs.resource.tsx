import type { cardNumLogs } from '@kaike/shared/resources/agencies/card-num-logs';
import { formatChange } from '@kaike/shared/kit/format';
import type { ResourceView, ShownRowOf } from '../../../kit/resource-view.ts';

type Row = ShownRowOf<typeof cardNumLogs>;

/** Incoming and outgoing quota are distinguished by the sign. */
function Change({ row }: { row: Row }) {
  return <span className="kk-number">{formatChange(Number(row.delta))}</span>;
}

export const resourceView: ResourceView<typeof cardNumLogs> = { cells: { delta: (row) => <Change row={row} /> } };
