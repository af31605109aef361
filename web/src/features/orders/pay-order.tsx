import { useEffect, useState } from 'react';
import { payOrder, type getMyOrder } from '@kaike/shared/contracts/pay-orders';
import type { PayChannel } from '@kaike/shared/domain/order-status';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { formatClock } from '@kaike/shared/kit/format';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import css from './orders.module.css';

type Shown = AnswerOf<typeof getMyOrder>;
type Bridge = { invoke: (name: string, params: Record<string, string>, done: (result: { err_msg: string }) => void) => void };
declare global {
  // An interface, because the platform's own is merged with it.
  interface Window { WeixinJSBridge?: Bridge }
}

const qrSize = 220;

function useSecondsLeft(until: string | null, onOver: () => void): number {
  const left = (): number => (until ? Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000)) : 0);
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = left();
      setSeconds(now);
      if (now === 0) {
        clearInterval(timer);
        onOver();
      }
    }, 1000);
    return () => clearInterval(timer);
    // The clock starts once for an order.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [until]);
  return seconds;
}

/** The picture to scan: an image, so that a long press in a messenger reads it. */
async function drawQr(text: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, { width: qrSize, margin: 1 });
}

/** Chooses a way to pay and goes there; coming back finds the order where it stands. */
export function PayOrder({ shown, reload }: { shown: Shown; reload: () => void }) {
  const t = useT();
  const { order, channels } = shown;
  const [channel, setChannel] = useState<PayChannel | null>(channels[0] ?? null);
  const [busy, setBusy] = useState(false);
  const [qr, setQr] = useState<string | null>(null);
  const seconds = useSecondsLeft(order.expire_at, reload);
  if (!channel) return <p className={css['refusal']}>{t('orders.no_channel')}</p>;
  const pay = async (): Promise<void> => {
    setBusy(true);
    try {
      const invoice = await call(payOrder, { params: { id: order.id }, body: { channel } });
      if (invoice.kind === 'redirect') location.assign(invoice.url);
      else if (invoice.kind === 'qr') setQr(await drawQr(invoice.url));
      else window.WeixinJSBridge?.invoke('getBrandWCPayRequest', invoice.params, reload);
      if (invoice.kind !== 'redirect') setBusy(false);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
      reload();
    }
  };
  return (
    <div className={css['pay']}>
      {channels.length > 1 ? (
        <fieldset className={css['channels']}>
          <legend>{t('orders.choose_channel')}</legend>
          {channels.map((one) => <label key={one}><input type="radio" name="channel" checked={one === channel} onChange={() => setChannel(one)} />{t(`orders.channels.${one}`)}</label>)}
        </fieldset>
      ) : null}
      {qr ? <figure className={css['qr']}><img src={qr} alt={t('orders.scan')} width={qrSize} height={qrSize} /><figcaption>{t('orders.scan')}</figcaption></figure> : null}
      <Button look="primary" block busy={busy} onClick={() => void pay()}>{t('orders.pay_with', { channel: t(`orders.channels.${channel}`) })}</Button>
      <p className={css['quiet']} role="timer">{t('orders.time_left', { time: formatClock(seconds) })}</p>
    </div>
  );
}
