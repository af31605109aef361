import fieldWords from 'virtual:locale/kit_fields';
import { coverColors } from '@kaike/shared/domain/catalog/covers/cover-colors';
import { coverColorNames } from '@kaike/shared/domain/catalog/covers/cover-style';
import css from './fields.module.css';
import type { InputProps } from './input-props.ts';

/** One of the twelve colours of covers; pressed again: none. */
export function ColorInput({ id, value, onChange, disabled }: InputProps) {
  const t = fieldWords.useT();
  return (
    <div className={css['swatches']} role="group" aria-label={t('kit_fields.color.offered')}>
      {coverColorNames.map((name, index) => {
        const isOn = value === coverColors[name];
        return (
          <button
            key={name}
            {...(index === 0 ? { id } : {})}
            type="button"
            className={css['swatch']}
            style={{ background: coverColors[name] }}
            disabled={disabled}
            aria-label={t(`kit_fields.color.names.${name}`)}
            title={t(`kit_fields.color.names.${name}`)}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? '' : coverColors[name])}
          />
        );
      })}
    </div>
  );
}
