import { useState } from 'react';
import type { CardSide } from '@kaike/shared/domain/cards/faces/card-layout';
import { ApiError, parseApiError } from '../../../api/api-error.ts';
import { apiBase } from '../../../api/client.ts';
import { sendRaw } from '../../../api/send-raw.ts';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import { Button, Input } from '../../../kit/widgets.ts';
import css from './story/card-story.module.css';

type Card = { id: number; card_no: string };

const revokeAfterMs = 60_000;

/** Downloads a side with its secret; the server logs this. */
async function downloadSecret({ id, card_no }: Card, body: { side: CardSide; reason: string }): Promise<void> {
  const answer = await sendRaw('POST', `/admin/cards/${id}/picture`, { body });
  if (!answer.ok) throw await parseApiError(answer);
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), { href: url, download: `${card_no}-${body.side}.png` }).click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}

function SecretPicture({ card }: { card: Card }) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState<CardSide | null>(null);
  const run = async (side: CardSide): Promise<void> => {
    setBusy(side);
    try {
      await downloadSecret(card, { side, reason: reason.trim() });
    } catch (error) {
      toast('error', error instanceof ApiError && error.message ? error.message : t('card_story.picture_failed'));
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <p className="kk-muted">{t('card_story.picture_secret')}</p>
      <div className={css['secret']}>
        <Input
          aria-label={t('card_story.reason_label')}
          value={reason}
          maxLength={200}
          placeholder={t('card_story.reason_hint')}
          onChange={(event) => setReason(event.target.value)}
        />
        {(['front', 'back'] as const).map((side) => (
          <Button key={side} disabled={reason.trim() === ''} loading={busy === side} onClick={() => void run(side)}>
            {t(`card_story.picture_${side}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The card as an image to share: without the secret, and with it for those who may see it. */
export function CardPicture({ card, mayReveal }: { card: Card; mayReveal: boolean }) {
  const t = useT();
  const url = `${apiBase()}/admin/cards/${card.id}/picture?side=front`;
  return (
    <section>
      <h3>{t('card_story.picture')}</h3>
      <p>
        <a href={url} download={`${card.card_no}.png`}>
          <img
            className={css['face']}
            src={url}
            alt={t('card_story.picture')}
            width={214}
            height={135}
            loading="lazy"
          />
        </a>
      </p>
      <p className="kk-muted">{t('card_story.picture_note')}</p>
      {mayReveal ? <SecretPicture card={card} /> : null}
    </section>
  );
}
