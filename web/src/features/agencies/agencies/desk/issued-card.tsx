import { useEffect, useRef } from 'react';
import agencyWords from 'virtual:locale/agencies';
import type { Handout } from '@kaike/shared/contracts/cards/agency-desk';
import * as agencyDesk from '@kaike/shared/contracts/cards/agency-desk';
import { formatMinute } from '@kaike/shared/kit/dates/format-when';
import { call } from '../../../../api/client.ts';
import { copyText } from '../../../../app/components/copy-text.ts';
import { toast } from '../../../../app/toasts.ts';
import { useLocale } from '../../../../app/wording.ts';
import { KitIcon } from '../../../../kit/kit-icon.tsx';
import { Button } from '../../../../kit/widgets.ts';
import { useQrCode } from '../../../../ui/use-qr-code.ts';
import { useSend } from '../use-send.ts';
import css from './desk.module.css';

/** The issued card with its code, as long as this person may see it: copied, saved, printed or taken back. */
export function IssuedCard({ card, taken }: { card: Handout; taken: () => void }) {
  const t = agencyWords.useT();
  const locale = useLocale();
  const qr = useQrCode(card.link, 320);
  const { busy, send } = useSend();
  const code = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    code.current?.focus();
  }, []);
  const savePicture = (): Promise<void> =>
    send(async () => {
      const { saveCardPicture } = await import('./card-picture.ts');
      await saveCardPicture(card, qr ?? '', t('agencies.desk.note_picture', { card_no: card.card_no }));
    });
  const takeBack = (): Promise<void> =>
    send(async () => {
      await call(agencyDesk.reclaimCard, { params: { id: card.id } });
      toast('success', t('agencies.desk.was_taken_back'));
      taken();
    });
  return (
    <div className={css['issued']} role="status">
      <div className={css['words']}>
        <p className={css['done']}>
          <KitIcon name="check" />
          <b>{t('agencies.desk.issued')}</b>
          <span className="kk-muted">
            {[
              card.product,
              card.card_no,
              formatMinute(card.issued_at, { locale, now: new Date() }),
              card.mobile_phone ? t('agencies.desk.to_wallet', { mobile: card.mobile_phone }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <p ref={code} tabIndex={-1} className={css['code']}>
          {card.secret}
        </p>
        <div className={`kk-buttons ${css['screen'] ?? ''}`}>
          <Button
            onClick={() =>
              void copyText(
                t('agencies.desk.message', { product: card.product, secret: card.secret, link: card.link }),
                t('agencies.desk.copied'),
              )
            }
          >
            {t('agencies.desk.copy')}
          </Button>
          <Button disabled={!qr} onClick={() => void savePicture()}>
            {t('agencies.desk.picture')}
          </Button>
          <Button onClick={() => window.print()}>{t('agencies.desk.print')}</Button>
          <Button type="text" loading={busy} onClick={() => void takeBack()}>
            {t('agencies.desk.take_back')}
          </Button>
        </div>
        <p className={`kk-muted ${css['screen'] ?? ''}`}>
          {t('agencies.desk.note', { minutes: agencyDesk.secretMinutes })}
        </p>
      </div>
      {qr ? <img className={css['qr']} src={qr} alt={t('agencies.desk.qr')} /> : <span className={css['qr']} />}
    </div>
  );
}
