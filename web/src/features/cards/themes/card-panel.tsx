import { useId } from 'react';
import designWords from 'virtual:locale/card_design';
import {
  cardSize,
  cardStyleNames,
  cardStyles,
  type CardSide,
  type CardStyle,
} from '@kaike/shared/domain/cards/faces/card-layout';
import { sizeWithBleed } from '@kaike/shared/domain/cards/faces/card-size';
import { Input } from '../../../kit/widgets.ts';
import css from './card-design.module.css';
import { CardSizeFields } from './designer/parts/card-size-fields.tsx';
import { ColorField } from './designer/parts/element-panel.tsx';
import type { CardDesign } from './designer/history.ts';
import { PictureField } from './designer/parts/picture-field.tsx';

type Props = {
  design: CardDesign;
  side: CardSide;
  disabled: boolean;
  product: string;
  change: (next: CardDesign, name?: string) => void;
  setProduct: (text: string) => void;
};

function Styles({ design: drawn, side, disabled, change }: Props) {
  const t = designWords.useT();
  const { layout } = drawn;
  const use = (style: CardStyle): void => change({ ...drawn, layout: { ...layout, [side]: { ...cardStyles[style] } } });
  return (
    <div className={css['styles']} role="group" aria-label={t('card_design.style')}>
      {cardStyleNames.map((style) => (
        <button
          key={style}
          type="button"
          disabled={disabled}
          aria-label={t(`card_design.styles.${style}`)}
          title={t(`card_design.styles.${style}`)}
          onClick={() => use(style)}
          aria-pressed={layout[side].from === cardStyles[style].from && layout[side].to === cardStyles[style].to}
          style={{ background: `linear-gradient(135deg, ${cardStyles[style].from}, ${cardStyles[style].to})` }}
        />
      ))}
    </div>
  );
}

/** Settings of the whole card and its sides: size, colours or image, and the sample texts. */
export function CardPanel(props: Props) {
  const t = designWords.useT();
  const id = useId();
  const { design: drawn, side, disabled, product, change, setProduct } = props;
  const { layout, covers } = drawn;
  const ground =
    (key: 'from' | 'to') =>
    (color: string): void =>
      change({ ...drawn, layout: { ...layout, [side]: { ...layout[side], [key]: color } } }, `ground-${side}-${key}`);
  return (
    <>
      <CardSizeFields layout={layout} disabled={disabled} change={(next) => change({ ...drawn, layout: next })} />
      <PictureField
        label={t('card_design.background')}
        value={covers[side]}
        area={sizeWithBleed(layout)}
        cropTo={layout}
        disabled={disabled}
        onChange={(src) => change({ ...drawn, covers: { ...covers, [side]: src } })}
      />
      {covers[side] ? (
        <p className="kk-muted">{t('card_design.covered_ground')}</p>
      ) : (
        <>
          <Styles {...props} />
          <div className={css['pairs']}>
            <ColorField
              label={t('card_design.from')}
              value={layout[side].from}
              disabled={disabled}
              onChange={ground('from')}
            />
            <ColorField
              label={t('card_design.to')}
              value={layout[side].to}
              disabled={disabled}
              onChange={ground('to')}
            />
          </div>
        </>
      )}
      <div className="kk-field">
        <label htmlFor={id}>{t('card_design.sample_product')}</label>
        <Input id={id} value={product} maxLength={100} onChange={(event) => setProduct(event.target.value)} />
      </div>
      <p className="kk-muted">{t('card_design.size', { bleed: cardSize.bleed, safe: cardSize.safe })}</p>
    </>
  );
}
