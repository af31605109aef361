import { Input } from 'antd';
import fieldWords from 'virtual:words/kit_fields';
import css from './fields.module.css';
import type { InputProps } from './input-props.ts';

/** The twelve colours of covers, by their traditional names. */
const offered = [
  { key: 'dailan', color: '#284a8c' },
  { key: 'tianqing', color: '#bcdcdd' },
  { key: 'zhuqing', color: '#2c6d55' },
  { key: 'songhua', color: '#dde7b4' },
  { key: 'xiang', color: '#f4cd63' },
  { key: 'zheshi', color: '#9c4d2b' },
  { key: 'zhusha', color: '#c13f2c' },
  { key: 'yanzhi', color: '#8e2a49' },
  { key: 'ouhe', color: '#e6d3e4' },
  { key: 'qiezi', color: '#4a3675' },
  { key: 'tuohe', color: '#e9d8bd' },
  { key: 'mohui', color: '#353b44' },
] as const;
const first = offered[0].color;

/** A colour: one of twelve, any other from the system's picker, or typed. */
export function ColorInput({ id, value, onChange, onBlur, disabled, status, label }: InputProps) {
  const t = fieldWords.useT();
  const text = typeof value === 'string' ? value : '';
  const isWhole = /^#[\da-f]{6}$/i.test(text);
  return (
    <div className={css['color']}>
      <input
        type="color"
        className={css['well']}
        value={isWhole ? text : first}
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
        placeholder={first}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value.trim())}
        style={{ width: 120 }}
      />
      <div className={css['swatches']} role="group" aria-label={t('kit_fields.color.offered')}>
        {offered.map(({ key, color }) => (
          <button
            key={key}
            type="button"
            className={css['swatch']}
            style={{ background: color }}
            disabled={disabled}
            aria-label={t(`kit_fields.color.names.${key}`)}
            title={t(`kit_fields.color.names.${key}`)}
            aria-pressed={text.toLowerCase() === color}
            onClick={() => onChange(color)}
          />
        ))}
      </div>
    </div>
  );
}
