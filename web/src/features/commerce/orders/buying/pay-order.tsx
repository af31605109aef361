import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import payWords from 'virtual:locale/payment';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus, type PayChannel } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatClock } from '@kaike/shared/kit/format';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { openPayment } from './open-payment.ts';
import css from './orders.module.css';
import { QrCode } from '../../../../ui/qr-code.tsx';

type PayableOrder = ResponseOf<typeof payOrders.getMyOrder>;

function useSecondsLeft(until: string | null, onOver: () => void): number {
  const secondsLeft = (): number => (until ? Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000)) : 0);
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsLeft();
      setSeconds(now);
      if (now === 0) {
        clearInterval(timer);
        onOver();
      }
    }, 1000);
    return () => clearInterval(timer);
    // The countdown starts once per order.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [until]);
  return seconds;
}

/** Shows which channels work in other apps, and how to get there. */
function Elsewhere({ detail }: { detail: PayableOrder }) {
  const t = payWords.useT();
  const channels = detail.elsewhere.map((one) => t(`orders.channels.${one}`)).join(t('common.list_separator'));
  if (detail.elsewhere.length === 0)
    return detail.channels.length === 0 ? <p className={css['refusal']}>{t('payment.none')}</p> : null;
  if (detail.client === 'wechat')
    return (
      <p className={detail.channels.length === 0 ? css['refusal'] : css['quiet']}>
        {t('payment.elsewhere_in_wechat', { channels })}
      </p>
    );
  return detail.channels.length === 0 ? (
    <p className={css['refusal']}>{t('payment.only_elsewhere', { channels })}</p>
  ) : null;
}

function Channels({
  detail,
  channel,
  choose,
}: {
  detail: PayableOrder;
  channel: PayChannel;
  choose: (channel: PayChannel) => void;
}) {
  const t = payWords.useT();
  return (
    <fieldset className={css['channels']}>
      <legend>{t('payment.choose')}</legend>
      {detail.channels.map((one) => (
        <label key={one}>
          <input type="radio" name="channel" checked={one === channel} onChange={() => choose(one)} />
          <span>
            {t(`orders.channels.${one}`)}
            <small>{t(`payment.hints.${one}.${detail.client}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Checks with the channel when the buyer says they have paid; the claim alone proves nothing. */
function useCheck(orderId: number, reload: () => void): { checking: boolean; check: () => Promise<void> } {
  const t = payWords.useT();
  const [checking, setChecking] = useState(false);
  const check = async (): Promise<void> => {
    setChecking(true);
    try {
      const { status } = await call(payOrders.updateOrder, {
        params: { id: orderId },
        body: { action: 'check' },
        quiet: true,
      });
      if (status === orderStatus.pending) toast('warning', t('payment.not_paid'));
    } catch (error) {
      toast('error', error instanceof ApiError && error.message ? error.message : t('payment.return.failed'));
    } finally {
      setChecking(false);
      reload();
    }
  };
  return { checking, check };
}

type PayTranslate = ReturnType<typeof payWords.useT>;

function usePayment(detail: PayableOrder, { t, reload }: { t: PayTranslate; reload: () => void }) {
  const [busy, setBusy] = useState(false);
  const [qr, setQr] = useState<string | null>(null);
  const pay = async (channel: PayChannel): Promise<void> => {
    setBusy(true);
    try {
      const outcome = await openPayment(detail.order.id, channel);
      // While redirecting the button stays busy.
      if (outcome.kind === 'left') return;
      setQr(outcome.kind === 'qr' ? outcome.url : null);
      if (outcome.kind === 'cancelled') toast('info', t('payment.cancelled'));
      if (outcome.kind === 'failed') toast('error', t('payment.bridge_failed'));
      if (outcome.kind === 'unconfirmed')
        await call(payOrders.updateOrder, {
          params: { id: detail.order.id },
          body: { action: 'check' },
          quiet: true,
        }).catch(() => undefined);
    } catch (error) {
      toast('error', error instanceof ApiError && error.message ? error.message : t('common.request_failed'));
    }
    setBusy(false);
    reload();
  };
  useEffect(() => {
    // The browser's Back may bring this page back from its memory as it was left for the channel's page: with a busy button.
    const onShow = (event: PageTransitionEvent): void => {
      if (!event.persisted) return;
      setBusy(false);
      reload();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [reload]);
  return { busy, qr, pay, forget: () => setQr(null) };
}

/** Returned from the channel's page with the payment state unknown: the buyer confirms, and the channel is queried. */
function ConfirmReturned({
  check,
  checking,
  close,
}: {
  check: () => Promise<void>;
  checking: boolean;
  close: () => void;
}) {
  const t = payWords.useT();
  return (
    <Sheet open bottom title={t('payment.asked')} onClose={close} closeLabel={t('common.close')}>
      <p>{t('payment.asked_text')}</p>
      <div className={css['asked']}>
        <Button look="primary" block busy={checking} onClick={() => void check().then(close)}>
          {t('payment.paid')}
        </Button>
        <Button look="ghost" block onClick={close}>
          {t('payment.retry')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Offers the payment channels that work in this browser and opens the chosen one; on return the order shows its current state. */
export function PayOrder({ detail, reload }: { detail: PayableOrder; reload: () => void }) {
  const t = payWords.useT();
  const [params, setParams] = useSearchParams();
  const { order, channels } = detail;
  const requested = channels.find((one) => one === params.get('pay'));
  const [chosenChannel, setChosen] = useState<PayChannel | null>(requested ?? channels[0] ?? null);
  const channel = channels.find((one) => one === chosenChannel) ?? channels[0] ?? null;
  const { busy, qr, pay, forget } = usePayment(detail, { t, reload });
  const { checking, check } = useCheck(order.id, reload);
  const seconds = useSecondsLeft(order.expire_at, reload);
  const resumed = useRef(false);
  useEffect(() => {
    // Returned from WeChat's authorization: resume the requested payment, once.
    if (!requested || resumed.current) return;
    resumed.current = true;
    setParams({}, { replace: true });
    void pay(requested);
  });
  if (!channel) return <Elsewhere detail={detail} />;
  const name = t(`orders.channels.${channel}`);
  return (
    <div className={css['pay']}>
      {qr ? (
        <>
          <QrCode
            text={qr}
            label={t('payment.scan_with', { channel: name })}
            note={t('payment.waiting')}
            failed={t('common.chunk_failed_hint')}
          />
          <Button look="primary" block busy={checking} onClick={() => void check()}>
            {t('payment.paid')}
          </Button>
          <Button look="ghost" block onClick={forget}>
            {t('payment.another')}
          </Button>
        </>
      ) : (
        <>
          <Channels detail={detail} channel={channel} choose={setChosen} />
          <Button look="primary" block busy={busy} onClick={() => void pay(channel)}>
            {t('payment.pay_with', { channel: name, price: formatPrice(order.payable) })}
          </Button>
        </>
      )}
      <p className={css['quiet']} role="timer">
        {t('payment.time_left', { time: formatClock(seconds) })}
      </p>
      <Elsewhere detail={detail} />
      {params.has('back_from') ? (
        <ConfirmReturned check={check} checking={checking} close={() => setParams({}, { replace: true })} />
      ) : null}
    </div>
  );
}
