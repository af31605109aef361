import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import walletWords from 'virtual:locale/card_wallet';
import * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { useDates } from '../../../../app/dates.ts';
import { ApiError } from '../../../../api/api-error.ts';
import { apiBase, call } from '../../../../api/client.ts';
import { copyText } from '../../../../app/components/copy-text.ts';
import { toast } from '../../../../app/toasts.ts';
import { useForm } from '../../../../form/use-form.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { walletKey, type WalletCard } from '../cards.queries.ts';
import css from './wallet.module.css';

type Props = { card: WalletCard; onClose: () => void };
type Link = { url: string; expires_at: string };

/** Runs one change of the wallet; a failure is reported and changes nothing. */
function useWalletChange() {
  const t = walletWords.useT();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', error.message || t('card_wallet.manage.failed'));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: walletKey });
    }
  };
  return { busy, run };
}

function GiftLink({ card, link }: { card: WalletCard; link: Link }) {
  const dates = useDates();
  const t = walletWords.useT();
  // Closing the share sheet is not a failure.
  const share = (): void =>
    void navigator
      .share({ title: t('card_wallet.manage.share_title', { title: card.title }), url: link.url })
      .catch(() => undefined);
  return (
    <>
      <span className={css['link']}>{link.url}</span>
      <span className={css['quiet']}>{t('card_wallet.manage.until', { time: dates.minute(link.expires_at) })}</span>
      <div className={css['ways']}>
        {'share' in navigator ? (
          <Button look="primary" onClick={share}>
            {t('card_wallet.manage.share')}
          </Button>
        ) : null}
        <Button
          look={'share' in navigator ? 'plain' : 'primary'}
          onClick={() => void copyText(link.url, t('card_wallet.manage.copied'))}
        >
          {t('card_wallet.manage.copy')}
        </Button>
        <a
          className={buttonClass()}
          href={`${apiBase()}/home/cards/${card.id}/picture`}
          download={`${card.card_no}.png`}
        >
          {t('card_wallet.manage.picture')}
        </a>
      </div>
    </>
  );
}

function Give({ card }: { card: WalletCard }) {
  const dates = useDates();
  const t = walletWords.useT();
  const [link, setLink] = useState<Link | null>(null);
  const { busy, run } = useWalletChange();
  const isOpen = link !== null || card.gift_until !== null;
  const give = (): Promise<void> =>
    run(async () => setLink(await call(cardWallet.createGift, { params: { id: card.id }, quiet: true })));
  const withdrawGift = (): Promise<void> =>
    run(async () => {
      const { taken_back: isBack } = await call(cardWallet.cancelGift, { params: { id: card.id }, quiet: true });
      setLink(null);
      toast(isBack ? 'success' : 'info', t(isBack ? 'card_wallet.manage.taken_back' : 'card_wallet.manage.too_late'));
    });
  return (
    <section>
      <h3>{t('card_wallet.manage.give')}</h3>
      <p className={css['quiet']}>
        {isOpen && !link
          ? t('card_wallet.manage.again_text', { time: dates.minute(card.gift_until) })
          : t('card_wallet.manage.give_text')}
      </p>
      {link ? (
        <GiftLink card={card} link={link} />
      ) : (
        <Button look={isOpen ? 'plain' : 'primary'} busy={busy} onClick={() => void give()}>
          {t(isOpen ? 'card_wallet.manage.give_again' : 'card_wallet.manage.give_run')}
        </Button>
      )}
      {isOpen ? (
        <Button look="danger" busy={busy} onClick={() => void withdrawGift()}>
          {t('card_wallet.manage.take_back')}
        </Button>
      ) : null}
    </section>
  );
}

function Freeze({ card, onClose }: Props) {
  const t = walletWords.useT();
  const queries = useQueryClient();
  const form = useForm(cardWallet.freezeMyCard.body, {
    initial: { reason: '' },
    label: () => t('card_wallet.manage.reason'),
    onSubmit: async ({ reason }) => {
      try {
        await call(cardWallet.freezeMyCard, { params: { id: card.id }, body: { reason: reason.trim() }, quiet: true });
        toast('success', t('card_wallet.manage.frozen_done'));
        onClose();
      } finally {
        void queries.invalidateQueries({ queryKey: walletKey });
      }
    },
  });
  const reason = form.text('reason');
  return (
    <section>
      <h3>{t('card_wallet.manage.freeze')}</h3>
      <p className={css['quiet']}>{t('card_wallet.manage.freeze_text')}</p>
      <form noValidate onSubmit={form.onSubmit}>
        <TextField {...reason} maxLength={200} placeholder={t('card_wallet.manage.reason_hint')} />
        <Button type="submit" look="danger" busy={form.busy} disabled={form.busy || reason.value.trim() === ''}>
          {t('card_wallet.manage.freeze_run')}
        </Button>
      </form>
    </section>
  );
}

function Unfreeze({ card, onClose }: Props) {
  const t = walletWords.useT();
  const { busy, run } = useWalletChange();
  const unfreeze = (): Promise<void> =>
    run(async () => {
      await call(cardWallet.unfreezeMyCard, { params: { id: card.id }, quiet: true });
      toast('success', t('card_wallet.manage.unfrozen_done'));
      onClose();
    });
  return (
    <section>
      <h3>{t('card_wallet.manage.unfreeze')}</h3>
      <p className={css['quiet']}>{t('card_wallet.manage.unfreeze_text')}</p>
      <Button look="primary" busy={busy} onClick={() => void unfreeze()}>
        {t('card_wallet.manage.unfreeze')}
      </Button>
    </section>
  );
}

/** Actions on an unused card in the wallet: gift, freeze, unfreeze. */
export function WalletManage({ card, onClose }: Props) {
  const t = walletWords.useT();
  return (
    <Sheet
      open
      bottom
      title={t('card_wallet.manage.title')}
      onClose={onClose}
      closeLabel={t('card_wallet.manage.close')}
    >
      <div className={css['manage']}>
        {card.is_frozen_by_me ? (
          <Unfreeze card={card} onClose={onClose} />
        ) : (
          <>
            <Give card={card} />
            <Freeze card={card} onClose={onClose} />
          </>
        )}
      </div>
    </Sheet>
  );
}
