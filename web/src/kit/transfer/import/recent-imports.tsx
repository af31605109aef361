import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import * as transfers from '@kaike/shared/contracts/office/transfers';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { call } from '../../../api/client.ts';
import { confirmUndoImport } from './import-result.tsx';

/** The user's imports of the last 24 hours, each of which can be undone. */
export function RecentImports({ resource, own, done }: { resource: string; own: Translate; done: () => void }) {
  const { data, refetch } = useQuery({
    queryKey: [resource, 'imports'],
    staleTime: 0,
    queryFn: () => call(transfers.listImports, { query: { resource } }),
  });
  if (!data || data.data.length === 0) return null;
  const undone = (): void => {
    void refetch();
    done();
  };
  return (
    <section aria-label={own('kit_transfer.recent')}>
      <h3>{own('kit_transfer.recent')}</h3>
      <ul className="kk-failed">
        {data.data.map((row) => (
          <li key={row.id}>
            {own('kit_transfer.recent_row', {
              time: formatDateTime(row.created_at),
              created: row.created,
              updated: row.updated,
            })}{' '}
            {row.left > 0 ? (
              <Button size="small" type="link" onClick={() => confirmUndoImport(own, row.id, undone)}>
                {own('kit_transfer.undo')}
              </Button>
            ) : (
              <span className="kk-muted">{row.undone > 0 ? own('kit_transfer.taken_back') : ''}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
