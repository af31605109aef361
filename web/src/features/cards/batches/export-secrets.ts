import { defaultWebUrl } from '@kaike/shared/domain/constants';
import { deviceTimeZone } from '@kaike/shared/kit/dates/device-time-zone';
import { parseApiError } from '../../../api/api-error.ts';
import { saveFile } from './packages/save-file.ts';

/** Downloads the sheet with the secrets as a file; an incomplete file is discarded. */
export async function downloadSecrets(
  batch: { id: number; name: string; batch_no: string },
  reason: string,
): Promise<void> {
  const query = new URLSearchParams({ format: 'xlsx', reason });
  const response = await fetch(`${defaultWebUrl}/admin/card-batches/${batch.id}/secrets?${query.toString()}`, {
    credentials: 'same-origin',
    headers: { Language: document.documentElement.lang, TimeZone: deviceTimeZone() },
  });
  if (!response.ok) throw await parseApiError(response);
  saveFile(await response.blob(), `${batch.name}-${batch.batch_no}.xlsx`);
}
