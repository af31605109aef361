import { Suspense, useState } from 'react';
import { shownCardChoices } from '@kaike/shared/domain/cards/card-state';
import type { Translate } from '@kaike/shared/kit/wording';
import { useDates, type Dates } from '../../../../app/dates.ts';
import { useT } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState, Skeleton, Tag } from '../../../../ui/parts.tsx';
import { CardFace } from '../card-face.tsx';
import { useWallet, type WalletCard } from '../cards.queries.ts';
import css from '../cards.module.css';
import { WalletManage } from './wallet-parts.ts';

type Props = { onOpen: (id: number) => void; busy: boolean };

const toneOf = (status: WalletCard['status']): string =>
  shownCardChoices.find((choice) => choice.value === status)?.tone ?? 'default';
const canActivate = ({ status }: WalletCard): boolean => status === 'claimed' || status === 'expiring';
const canManage = (card: WalletCard): boolean =>
  card.claimed_at !== null && (canActivate(card) || card.is_frozen_by_me);

function facts(t: Translate, card: WalletCard, { day, minute }: Dates): string[] {
  if (card.activated_at) {
    const access = card.end_at
      ? t('cards.wallet.until', { date: day(card.end_at) })
      : card.is_permanent
        ? t('cards.wallet.forever')
        : '';
    return [access, t('cards.wallet.activated_at', { date: day(card.activated_at) })].filter((text) => text !== '');
  }
  if (card.status === 'frozen')
    return [
      card.is_frozen_by_me ? t('cards.wallet.frozen_by_me', { reason: card.frozen_reason }) : t('cards.wallet.frozen'),
    ];
  if (card.gift_until) return [t('cards.wallet.giving', { time: minute(card.gift_until) })];
  if (card.status === 'expired') return [t('cards.wallet.expired_at', { date: day(card.redeem_end_at) })];
  return [
    card.redeem_end_at
      ? t('cards.wallet.redeem_by', { date: day(card.redeem_end_at) })
      : t('cards.wallet.claimed_at', { date: day(card.claimed_at) }),
    ...(card.term_begins ? [t('cards.wallet.term_begins')] : []),
  ];
}

function WalletItem({ card, onOpen, busy }: { card: WalletCard } & Props) {
  const dates = useDates();
  const t = useT();
  const [isManaged, setManaged] = useState(false);
  return (
    <li className={css['item']}>
      <CardFace
        small
        title={card.title}
        cardNo=""
        cover={card.cover}
        muted={!canActivate(card) && card.status !== 'activated'}
      />
      <div className={css['itemText']}>
        <strong>{card.title}</strong>
        {facts(t, card, dates).map((fact) => (
          <span key={fact} className={css['itemFact']}>
            {fact}
          </span>
        ))}
        <span className={css['itemNumber']}>{card.card_no}</span>
      </div>
      <div className={css['itemWays']}>
        {canActivate(card) ? (
          <Button look="primary" disabled={busy} onClick={() => onOpen(card.id)}>
            {t('cards.wallet.activate')}
          </Button>
        ) : (
          <Tag tone={toneOf(card.status)}>{t(`cards.status.${card.status}`)}</Tag>
        )}
        {canManage(card) ? (
          <Button look="ghost" onClick={() => setManaged(true)}>
            {t('cards.wallet.more')}
          </Button>
        ) : null}
      </div>
      {isManaged ? (
        <Suspense fallback={null}>
          <WalletManage card={card} onClose={() => setManaged(false)} />
        </Suspense>
      ) : null}
    </li>
  );
}

function WalletBody(props: Props) {
  const t = useT();
  const { data: wallet, isError, refetch } = useWallet();
  if (isError)
    return (
      <ErrorState title={t('cards.wallet.failed')} retryLabel={t('cards.wallet.retry')} retry={() => void refetch()} />
    );
  if (!wallet)
    return (
      <div className={css['items']}>
        {[1, 2].map((key) => (
          <Skeleton key={key} height={84} />
        ))}
      </div>
    );
  if (wallet.data.length === 0) return <p className={css['none']}>{t('cards.wallet.empty')}</p>;
  return (
    <ul className={css['items']}>
      {wallet.data.map((card) => (
        <WalletItem key={card.id} card={card} {...props} />
      ))}
    </ul>
  );
}

/** The member's cards: unused and used. */
export function Wallet(props: Props) {
  const t = useT();
  return (
    <section className={css['wallet']} aria-labelledby="wallet">
      <h2 id="wallet">{t('cards.wallet.heading')}</h2>
      <WalletBody {...props} />
    </section>
  );
}
