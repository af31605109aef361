import { undoImport, type UndoneImport } from '@kaike/shared/contracts/transfers';
import { request } from '../../api/client.ts';

/** Takes an import back, page by page; rows that had to stay come back with the reason. */
export async function undoImportInPages(id: number): Promise<Pick<UndoneImport, 'undone' | 'failed'>> {
  const total: Pick<UndoneImport, 'undone' | 'failed'> = { undone: 0, failed: [] };
  for (;;) {
    const { undone, failed, left } = (await request('POST', undoImport.path.replace(':id', String(id)), {
      body: {},
    })) as UndoneImport;
    total.undone += undone;
    total.failed.push(...failed);
    if (left === 0 || undone + failed.length === 0) return total;
  }
}
