import { useId, useState } from 'react';
import designWords from 'virtual:locale/card_design';
import { sizeRange, type CardLayout } from '@kaike/shared/domain/cards/faces/card-layout';
import {
  cardFormatNames,
  cardFormats,
  formatOf,
  resizeCard,
  type CardFormat,
} from '@kaike/shared/domain/cards/faces/card-size';
import { Button, InputNumber, Select } from '../../../../../kit/widgets.ts';
import css from '../../card-design.module.css';

type Props = { layout: CardLayout; disabled: boolean; change: (layout: CardLayout) => void };

/** A length applied once typing is finished: otherwise the card would shrink to nothing halfway. */
function Length({
  label,
  value,
  disabled,
  finish,
}: {
  label: string;
  value: number;
  disabled: boolean;
  finish: (value: number) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState<number | null>(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    // Changed from outside, by undo for instance.
    setLastValue(value);
    setDraft(value);
  }
  const done = (): void => {
    const next = Math.min(Math.max(draft ?? value, sizeRange.min), sizeRange.max);
    setDraft(next);
    if (next !== value) finish(next);
  };
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        value={draft}
        min={sizeRange.min}
        max={sizeRange.max}
        step={0.5}
        precision={2}
        disabled={disabled}
        inputMode="decimal"
        suffix="mm"
        style={{ width: '100%' }}
        onChange={(next) => setDraft(typeof next === 'number' ? next : null)}
        onBlur={done}
        onPressEnter={done}
      />
    </div>
  );
}

/** The card's size after cutting; the elements adapt. */
export function CardSizeFields({ layout, disabled, change }: Props) {
  const t = designWords.useT();
  const id = useId();
  const matchingFormat = formatOf(layout);
  const [isOwn, setOwn] = useState(matchingFormat === 'custom');
  const format: CardFormat = isOwn ? 'custom' : matchingFormat;
  const { width, height } = layout;
  const isUpright = height > width;
  const choose = (next: CardFormat): void => {
    setOwn(next === 'custom');
    if (next === 'custom') return;
    const { width: long, height: short } = cardFormats[next];
    change(resizeCard(layout, isUpright ? { width: short, height: long } : { width: long, height: short }));
  };
  return (
    <>
      <div className="kk-field">
        <label htmlFor={id}>{t('card_design.format')}</label>
        <Select
          id={id}
          value={format}
          disabled={disabled}
          style={{ width: '100%' }}
          options={cardFormatNames.map((value) => ({ value, label: t(`card_design.formats.${value}`) }))}
          onChange={choose}
        />
      </div>
      {format === 'custom' ? (
        <div className={css['pairs']}>
          <Length
            label={t('card_design.width')}
            value={width}
            disabled={disabled}
            finish={(value) => change(resizeCard(layout, { width: value, height }))}
          />
          <Length
            label={t('card_design.height')}
            value={height}
            disabled={disabled}
            finish={(value) => change(resizeCard(layout, { width, height: value }))}
          />
        </div>
      ) : null}
      {disabled || width === height ? null : (
        <div className="kk-buttons">
          <Button size="small" onClick={() => change(resizeCard(layout, { width: height, height: width }))}>
            {t(isUpright ? 'card_design.to_landscape' : 'card_design.to_portrait')}
          </Button>
        </div>
      )}
    </>
  );
}
