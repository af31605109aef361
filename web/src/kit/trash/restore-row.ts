import { Modal } from 'antd';
import * as trash from '@kaike/shared/contracts/office/trash';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import type { ResourceWording } from '../words/use-words.ts';

/** Takes a row out of the trash and answers whether it is out; says why where it is not. */
export async function restoreRow(resource: string, id: number): Promise<boolean> {
  try {
    const { failed } = await call(trash.restoreTrash, { body: { items: [{ resource, id }] } });
    for (const { message } of failed) toast('error', message);
    return failed.length === 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!error.handled) toast('error', error.message);
    return false;
  }
}

/** Offers the deleted row because of which a new one was refused; `restored` gets its id. */
export function offerTrashed(
  { body, message }: ApiError,
  { t }: ResourceWording,
  restored: (id: number) => void,
): void {
  const { trashed } = body;
  if (!trashed) return;
  Modal.confirm({
    title: message,
    okText: t('kit.restore_trashed'),
    cancelText: t('kit.cancel'),
    onOk: async () => {
      if (await restoreRow(trashed.resource, trashed.id)) restored(trashed.id);
    },
  });
}
