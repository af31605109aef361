import { useId, type ReactNode } from 'react';
import designWords from 'virtual:locale/card_design';
import {
  alignments,
  fontRange,
  isText,
  type CardElement,
  type CardLayout,
} from '@kaike/shared/domain/cards/faces/card-layout';
import { moveBox, smallestSize } from '@kaike/shared/domain/cards/faces/card-layout-edit';
import { NumberField } from '../../../../../kit/editors/number-field.tsx';
import { Button, Input, Select } from '../../../../../kit/widgets.ts';
import css from '../../card-design.module.css';
import { PictureField } from './picture-field.tsx';

export type ChangeElement = (change: Partial<Omit<CardElement, 'id'>>, name?: string) => void;
type Props = {
  element: CardElement;
  layout: CardLayout;
  disabled: boolean;
  change: ChangeElement;
  remove: () => void;
  shift: (by: 1 | -1) => void;
  hints: ReactNode;
};

export function ColorField({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      <span className={css['color']}>
        <input
          id={id}
          type="color"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
        <code>{value}</code>
      </span>
    </div>
  );
}

function PlaceFields({ element, layout, disabled, change }: Props) {
  const t = designWords.useT();
  const least = smallestSize(element.kind);
  const isSquare = element.kind === 'qr';
  const at =
    (key: 'x' | 'y') =>
    (value: number): void => {
      const { x, y } = moveBox(
        element,
        { dx: key === 'x' ? value - element.x : 0, dy: key === 'y' ? value - element.y : 0 },
        layout,
      );
      change({ x, y }, `${key}-${element.id}`);
    };
  const size =
    (key: 'width' | 'height') =>
    (value: number): void =>
      change(isSquare ? { width: value, height: value } : { [key]: value }, `${key}-${element.id}`);
  const place = { min: -50, max: 250, unit: 'mm', disabled };
  return (
    <div className={css['pairs']}>
      <NumberField label={t('card_design.x')} value={element.x} {...place} onChange={at('x')} />
      <NumberField label={t('card_design.y')} value={element.y} {...place} onChange={at('y')} />
      <NumberField
        label={t('card_design.width')}
        value={element.width}
        {...place}
        min={least}
        onChange={size('width')}
      />
      <NumberField
        label={t('card_design.height')}
        value={element.height}
        {...place}
        min={least}
        onChange={size('height')}
      />
    </div>
  );
}

function TextFields({ element, disabled, change }: Props) {
  const t = designWords.useT();
  const id = useId();
  const hasWords = ['text', 'serial', 'secret', 'validity'].includes(element.kind);
  return (
    <>
      {hasWords ? (
        <div className="kk-field">
          <label htmlFor={id}>{t(element.kind === 'text' ? 'card_design.text' : 'card_design.prefix')}</label>
          <Input
            id={id}
            value={element.text}
            maxLength={200}
            disabled={disabled}
            onChange={(event) => change({ text: event.target.value }, `text-${element.id}`)}
          />
        </div>
      ) : null}
      <div className={css['pairs']}>
        <NumberField
          label={t('card_design.font_size')}
          value={element.font_size}
          min={fontRange.min}
          max={fontRange.max}
          unit="pt"
          disabled={disabled}
          onChange={(value) => change({ font_size: value }, `font-${element.id}`)}
        />
        <div className="kk-field">
          <span className="kk-label">{t('card_design.align')}</span>
          <Select
            aria-label={t('card_design.align')}
            value={element.align}
            disabled={disabled}
            style={{ width: '100%' }}
            options={alignments.map((value) => ({ value, label: t(`card_design.aligns.${value}`) }))}
            onChange={(align: CardElement['align']) => change({ align })}
          />
        </div>
      </div>
    </>
  );
}

/** All properties of the selected element. */
export function ElementPanel(props: Props) {
  const t = designWords.useT();
  const { element, disabled, change, remove, shift, hints } = props;
  const { kind } = element;
  return (
    <>
      <PlaceFields {...props} />
      {isText(kind) ? <TextFields {...props} /> : null}
      {kind === 'picture' ? (
        <PictureField
          label={t('card_design.kinds.picture')}
          value={element.src}
          disabled={disabled}
          area={element.rotation === 90 ? { width: element.height, height: element.width } : element}
          onChange={(src) => change({ src })}
        />
      ) : null}
      <div className={css['pairs']}>
        {kind === 'picture' ? null : (
          <ColorField
            label={t('card_design.color')}
            value={element.color}
            disabled={disabled}
            onChange={(color) => change({ color }, `color-${element.id}`)}
          />
        )}
        {kind === 'qr' ? null : (
          <NumberField
            label={t('card_design.opacity')}
            value={element.opacity}
            min={0}
            max={100}
            step={5}
            unit="%"
            disabled={disabled}
            onChange={(opacity) => change({ opacity }, `opacity-${element.id}`)}
          />
        )}
      </div>
      {hints}
      {disabled ? null : (
        <div className="kk-buttons">
          {isText(kind) || kind === 'picture' ? (
            <Button
              size="small"
              onClick={() =>
                change({ rotation: element.rotation === 0 ? 90 : 0, width: element.height, height: element.width })
              }
            >
              {t('card_design.rotate')}
            </Button>
          ) : null}
          <Button size="small" onClick={() => shift(1)}>
            {t('card_design.forward')}
          </Button>
          <Button size="small" onClick={() => shift(-1)}>
            {t('card_design.backward')}
          </Button>
          <Button size="small" danger onClick={remove}>
            {t('card_design.remove')}
          </Button>
        </div>
      )}
    </>
  );
}
