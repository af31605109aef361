import printWords from 'virtual:locale/card_prints';
import { cardSize } from '@kaike/shared/domain/cards/faces/card-layout';
import { cardsPerSheet, cropMarks, placeOf, type Imposition } from '@kaike/shared/domain/cards/faces/card-sheet';
import css from '../print-cards.module.css';

/** The layout of cards on a sheet, to scale: bleed, cut and marks. */
export function SheetPreview({
  imposition,
  card,
}: {
  imposition: Imposition;
  card: { width: number; height: number };
}) {
  const t = printWords.useT();
  const { width, height } = imposition;
  const { bleed } = cardSize;
  const places = Array.from({ length: cardsPerSheet(imposition) }, (_, index) => placeOf(imposition, index, 'front'));
  return (
    <svg
      className={css['sheet']}
      viewBox={`0 0 ${width} ${height}`}
      style={{ aspectRatio: `${width} / ${height}` }}
      role="img"
      aria-label={t('card_prints.preview')}
    >
      <rect className={css['paper']} width={width} height={height} />
      {places.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <rect
            className={css['bleed']}
            x={x - bleed}
            y={y - bleed}
            width={card.width + 2 * bleed}
            height={card.height + 2 * bleed}
          />
          <rect className={css['card']} x={x} y={y} width={card.width} height={card.height} />
        </g>
      ))}
      {cropMarks(imposition, card).map((mark) => (
        <line key={`${mark.x1} ${mark.y1} ${mark.x2} ${mark.y2}`} className={css['mark']} {...mark} />
      ))}
    </svg>
  );
}
