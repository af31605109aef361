import type { UndoneImport } from '@kaike/shared/contracts/office/transfers';
import * as transfers from '@kaike/shared/contracts/office/transfers';
import { request } from '../../../api/client.ts';

/** Undoes an import, page by page; returns the rows that could not be undone, with the reason. */
export async function undoImportInPages(id: number): Promise<Pick<UndoneImport, 'undone' | 'failed'>> {
  const total: Pick<UndoneImport, 'undone' | 'failed'> = { undone: 0, failed: [] };
  for (;;) {
    const { undone, failed, left } = (await request('POST', transfers.undoImport.path.replace(':id', String(id)), {
      body: {},
    })) as UndoneImport;
    total.undone += undone;
    total.failed.push(...failed);
    if (left === 0 || undone + failed.length === 0) return total;
  }
}
