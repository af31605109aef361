import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { useEffect, useState } from 'react';
import walletWords from 'virtual:locale/card_wallet';
import { useDates } from '../../../../app/dates.ts';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { sendRaw } from '../../../../api/send-raw.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import { walletKey } from '../cards.queries.ts';
import css from './wallet.module.css';

type Props = { token: string; onDone: () => void };

function useGift(token: string) {
  return useQuery({
    queryKey: ['cards', 'gift', token],
    retry: false,
    queryFn: ({ signal }) => call(cardWallet.previewGift, { body: { token }, signal, quiet: true }),
  });
}

async function fetchPicture(token: string, signal: AbortSignal): Promise<Blob | null> {
  const answer = await sendRaw(cardWallet.getGiftPicture.method, cardWallet.getGiftPicture.path, {
    body: { token },
    signal,
  });
  return answer.ok ? answer.blob() : null;
}

/** The front of the card as printed; space is reserved until it loads, and it is optional. */
function GiftFace({ token, title }: { token: string; title: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    let objectUrl = '';
    fetchPicture(token, abort.signal).then(
      (picture) => {
        if (!picture || abort.signal.aborted) return;
        objectUrl = URL.createObjectURL(picture);
        setUrl(objectUrl);
      },
      () => undefined,
    );
    return () => {
      abort.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [token]);
  return <div className={css['giftFace']}>{url ? <img src={url} alt={title} /> : null}</div>;
}

/** A gifted card: how it looks, what it opens, and a button to accept it. */
export function GiftOffer({ token, onDone }: Props) {
  const dates = useDates();
  const t = walletWords.useT();
  const queries = useQueryClient();
  const { data, error } = useGift(token);
  const accept = useMutation({
    mutationFn: () => call(cardWallet.acceptGift, { body: { token }, quiet: true }),
    onSuccess: () => {
      toast('success', t('card_wallet.gift.accepted'));
      void queries.invalidateQueries({ queryKey: walletKey });
      onDone();
    },
  });
  const failure = accept.error ?? error;
  if (failure) {
    return (
      <section className={css['offer']} role="alert">
        <h2>{t('card_wallet.gift.gone')}</h2>
        <p>{failure instanceof ApiError && failure.message ? failure.message : t('card_wallet.manage.failed')}</p>
        <div className={css['ways']}>
          <Button onClick={onDone}>{t('card_wallet.gift.close')}</Button>
        </div>
      </section>
    );
  }
  if (!data)
    return (
      <section className={css['offer']}>
        <Skeleton height={120} />
      </section>
    );
  return (
    <section className={css['offer']} aria-labelledby="gift">
      <h2 id="gift">{t('card_wallet.gift.heading')}</h2>
      <GiftFace token={token} title={t('card_wallet.gift.picture', { title: data.title })} />
      <strong>{data.title}</strong>
      <span className={css['quiet']}>
        {[
          data.courses.length > 0 ? t('card_wallet.gift.courses', { count: data.courses.length }) : '',
          data.ai_seconds > 0 ? t('card_wallet.gift.ai', { minutes: Math.floor(data.ai_seconds / 60) }) : '',
          data.redeem_end_at ? t('card_wallet.gift.redeem_by', { date: dates.day(data.redeem_end_at) }) : '',
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </span>
      <p className={css['quiet']}>
        {data.is_mine
          ? t('card_wallet.gift.mine')
          : t('card_wallet.gift.until', { time: dates.minute(data.expires_at) })}
      </p>
      <div className={css['ways']}>
        {data.is_mine ? null : (
          <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
            {t('card_wallet.gift.accept')}
          </Button>
        )}
        <Button onClick={onDone}>{t(data.is_mine ? 'card_wallet.gift.close' : 'card_wallet.gift.later')}</Button>
      </div>
    </section>
  );
}
