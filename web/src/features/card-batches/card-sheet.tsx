import { toDataURL } from 'qrcode';
import { useEffect, useState } from 'react';
import type { printCards } from '@kaike/shared/contracts/card-batches';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { formatDay } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../app/wording.ts';
import css from './card-batches.module.css';

type Sheet = AnswerOf<typeof printCards>;
type PrintedCard = Sheet['cards'][number];

/** Two columns of five on A4. */
const perPage = 10;

function pagesOf(cards: readonly PrintedCard[]): PrintedCard[][] {
  return Array.from({ length: Math.ceil(cards.length / perPage) }, (_, index) => cards.slice(index * perPage, (index + 1) * perPage));
}

/** Pictures of the codes, because printers keep the edges of an image that is large enough. */
function useCodes(cards: readonly PrintedCard[]): ReadonlyMap<string, string> {
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const drawn = await Promise.all(cards.map(async (card) => [card.card_no, await toDataURL(card.url, { margin: 0, scale: 6, errorCorrectionLevel: 'M' })] as const));
      if (!isGone) setCodes(new Map(drawn));
    };
    void draw(); // Drawing plain text into a picture does not fail.
    return () => { isGone = true; };
  }, [cards]);
  return codes;
}

function PrintedFace({ card, sheet, code }: { card: PrintedCard; sheet: Sheet; code: string | undefined }) {
  const t = useT();
  const locale = useLocale();
  const cover = sheet.theme?.cover_front;
  return (
    <div className={css['card']}>
      <div className={css['front']} style={cover ? { backgroundImage: `url(${JSON.stringify(cover)})` } : undefined}>
        <strong>{sheet.batch.title}</strong>
        <span>{card.card_no}</span>
      </div>
      <div className={css['back']}>
        {code ? <img src={code} alt="" /> : <span className={css['codePlace']} />}
        <small>{t('card_batches.scan')}</small>
        <code>{card.secret.split('-').map((part) => <span key={part}>{part}</span>)}</code>
        {sheet.batch.redeem_end_at ? <small>{t('card_batches.valid_to', { date: formatDay(sheet.batch.redeem_end_at, { locale }) })}</small> : null}
      </div>
    </div>
  );
}

/** A4 pages of cards in their real size, with marks to cut along. */
export function CardSheet({ sheet }: { sheet: Sheet }) {
  const codes = useCodes(sheet.cards);
  return (
    <div className={css['sheets']}>
      {pagesOf(sheet.cards).map((page) => (
        <div key={page[0]?.card_no} className={css['a4']}>{page.map((card) => <PrintedFace key={card.card_no} card={card} sheet={sheet} code={codes.get(card.card_no)} />)}</div>
      ))}
    </div>
  );
}
