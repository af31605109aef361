import { useState } from 'react';
import { updateOrder, type MyOrder } from '@kaike/shared/contracts/pay-orders';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import css from './orders.module.css';

/** Cancels an unpaid order, requests a refund, or withdraws the request; each is confirmed first. */
export function OrderActions({ order, reload }: { order: MyOrder; reload: () => void }) {
  const t = useT();
  const [action, setAction] = useState<'cancel' | 'refund' | 'withdraw' | null>(null);
  const shownAction = action ?? 'cancel';
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    setAction(null);
    setError(undefined);
  };
  const run = async (): Promise<void> => {
    if (action === null) return;
    setBusy(true);
    try {
      await call(updateOrder, { params: { id: order.id }, body: { action, reason } });
      toast('success', t(`orders.${action}_done`));
      close();
    } catch (failure) {
      if (failure instanceof ApiError && failure.errors['reason']) setError(failure.errors['reason'][0]);
      else if (failure instanceof ApiError && !failure.handled) toast('error', failure.message);
    } finally {
      setBusy(false);
      reload();
    }
  };
  return (
    <>
      <div className={css['actions']}>
        {order.can_cancel ? (
          <Button look="ghost" onClick={() => setAction('cancel')}>
            {t('orders.cancel')}
          </Button>
        ) : null}
        {order.can_withdraw ? (
          <Button look="ghost" onClick={() => setAction('withdraw')}>
            {t('orders.withdraw')}
          </Button>
        ) : null}
        {order.can_refund ? (
          <Button look="ghost" onClick={() => setAction('refund')}>
            {t('orders.refund')}
          </Button>
        ) : null}
      </div>
      <Sheet
        open={action !== null}
        bottom
        title={t(`orders.${shownAction}`)}
        onClose={close}
        close_label={t('common.close')}
      >
        <p>{t(`orders.${shownAction}_ask`)}</p>
        {action === 'refund' ? (
          <TextField
            label={t('orders.fields.refund_reason')}
            value={reason}
            onChange={setReason}
            error={error}
            maxLength={200}
            placeholder={t('orders.refund_hint')}
          />
        ) : null}
        <div className={css['sheetButtons']}>
          <Button onClick={close}>{t('common.back')}</Button>
          <Button look={action === 'withdraw' ? 'primary' : 'danger'} busy={busy} onClick={() => void run()}>
            {t(shownAction === 'refund' ? 'orders.refund_send' : `orders.${shownAction}`)}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
