import { useState } from 'react';
import payWords from 'virtual:locale/payment';
import type { MyOrder } from '@kaike/shared/contracts/commerce/pay-orders';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { field, type Fields } from '@kaike/shared/kit/field';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import css from './orders.module.css';

const refundFields = { reason: field.text({ rules: 'required|max:200' }) };
const noFields: Fields = {};

/** Cancels an unpaid order, requests a refund, or withdraws the request; each is confirmed first. */
export function OrderActions({ order, reload }: { order: MyOrder; reload: () => void }) {
  const t = payWords.useT();
  const [action, setAction] = useState<'cancel' | 'refund' | 'withdraw' | null>(null);
  const shownAction = action ?? 'cancel';
  const form = useForm(action === 'refund' ? refundFields : noFields, {
    initial: { reason: '' },
    label: () => t('orders.fields.refund_reason'),
    onSubmit: async ({ reason }) => {
      if (action === null) return;
      try {
        await call(payOrders.updateOrder, { params: { id: order.id }, body: { action, reason } });
        toast('success', t(`orders.${action}_done`));
        close();
      } finally {
        reload();
      }
    },
  });
  const close = (): void => {
    setAction(null);
    // What was typed stays, an error does not.
    if (form.errors['reason']) form.reset();
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
        closeLabel={t('common.close')}
      >
        <p>{t(`orders.${shownAction}_ask`)}</p>
        {action === 'refund' ? (
          <TextField {...form.text('reason')} maxLength={200} placeholder={t('orders.refund_hint')} />
        ) : null}
        <div className={css['sheetButtons']}>
          <Button onClick={close}>{t('common.back')}</Button>
          <Button
            look={action === 'withdraw' ? 'primary' : 'danger'}
            busy={form.busy}
            onClick={() => void form.submit()}
          >
            {t(shownAction === 'refund' ? 'orders.refund_send' : `orders.${shownAction}`)}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
