import { restoreTrash } from '@kaike/shared/contracts/trash';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { showError } from '../ports.ts';

/** Takes a row out of the trash; says why where that fails. */
export async function restoreRow(resource: string, id: number): Promise<void> {
  try {
    const { failed } = await call(restoreTrash, { body: { items: [{ resource, id }] } });
    for (const { message } of failed) toast('error', message);
  } catch (error) {
    showError(error);
  }
}
