import { Suspense } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { coverColors } from '@kaike/shared/domain/catalog/covers/cover-colors';
import {
  coverColorNames,
  coverLayouts,
  coverMotifs,
  parseCoverStyle,
  writeCoverStyle,
  type CoverStyle,
} from '@kaike/shared/domain/catalog/covers/cover-style';
import { lazyIllustration } from '../../ui/cover/lazy-illustration.ts';
import { Button } from '../widgets.ts';
import css from './fields.module.css';
import type { InputProps } from './input-props.ts';

const DrawnWide = lazyIllustration(({ Wide }) => Wide);

/** How a cover is drawn: colour, motif and layout, with a preview; empty leaves the choice to the server. */
export function CoverStyleInput({ id, value, onChange, disabled, label }: InputProps) {
  const t = fieldWords.useT();
  const text = typeof value === 'string' ? value : '';
  const style = parseCoverStyle(text, label);
  const set = (change: Partial<CoverStyle>): void => onChange(writeCoverStyle({ ...style, ...change }));
  const isOn = (on: boolean): boolean => text !== '' && on;
  return (
    <div className={css['coverStyle']}>
      <span className={css['coverPreview']} data-empty={text === ''}>
        <Suspense fallback={null}>
          <DrawnWide title={label} style={writeCoverStyle(style)} />
        </Suspense>
      </span>
      <div>
        <div className={css['swatches']} role="group" aria-label={t('kit_fields.cover_style.color')}>
          {coverColorNames.map((color, index) => (
            <button
              key={color}
              {...(index === 0 ? { id } : {})}
              type="button"
              className={css['swatch']}
              style={{ background: coverColors[color] }}
              disabled={disabled}
              aria-label={t(`kit_fields.color.names.${color}`)}
              title={t(`kit_fields.color.names.${color}`)}
              aria-pressed={isOn(style.color === color)}
              onClick={() => set({ color })}
            />
          ))}
        </div>
        <div className={css['motifs']} role="group" aria-label={t('kit_fields.cover_style.motif')}>
          {coverMotifs.map((motif) => (
            <button
              key={motif}
              type="button"
              disabled={disabled}
              aria-pressed={isOn(style.motif === motif)}
              onClick={() => set({ motif })}
            >
              {t(`kit_fields.cover_style.motifs.${motif}`)}
            </button>
          ))}
        </div>
        <div className={css['motifs']} role="group" aria-label={t('kit_fields.cover_style.layout')}>
          {coverLayouts.map((layout) => (
            <button
              key={layout}
              type="button"
              disabled={disabled}
              aria-pressed={isOn(style.layout === layout)}
              onClick={() => set({ layout })}
            >
              {t(`kit_fields.cover_style.layouts.${layout}`)}
            </button>
          ))}
        </div>
        <Button size="small" disabled={disabled || text === ''} onClick={() => onChange('')}>
          {t('kit_fields.cover_style.automatic')}
        </Button>
      </div>
    </div>
  );
}
