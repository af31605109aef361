import { Input } from 'antd';
import fieldWords from 'virtual:words/kit_fields';
import css from './fields.module.css';
import type { InputProps } from './input-props.ts';

/** Dark enough for white text on them. */
const offered = [
  '#1668dc',
  '#0a5f73',
  '#0b7a43',
  '#8a5300',
  '#c24a00',
  '#c92a2a',
  '#b0246f',
  '#6d3fd6',
  '#3d4b5c',
  '#1a2230',
];

/** A colour: one of a few with good contrast, any other from the system's picker, or typed. */
export function ColorInput({ id, value, onChange, onBlur, disabled, status, label }: InputProps) {
  const t = fieldWords.useT();
  const text = typeof value === 'string' ? value : '';
  const isWhole = /^#[\da-f]{6}$/i.test(text);
  return (
    <div className={css['color']}>
      <input
        type="color"
        className={css['well']}
        value={isWhole ? text : '#1668dc'}
        disabled={disabled}
        aria-label={t('kit_fields.color.pick', { field: label })}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        id={id}
        value={text}
        disabled={disabled}
        status={status}
        maxLength={7}
        placeholder="#1668dc"
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value.trim())}
        style={{ width: 120 }}
      />
      <div className={css['swatches']} role="group" aria-label={t('kit_fields.color.offered')}>
        {offered.map((one) => (
          <button
            key={one}
            type="button"
            className={css['swatch']}
            style={{ background: one }}
            disabled={disabled}
            aria-label={one}
            aria-pressed={text.toLowerCase() === one}
            onClick={() => onChange(one)}
          />
        ))}
      </div>
    </div>
  );
}
