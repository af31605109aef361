import { InputNumber, Space } from 'antd';
import { parseYuan } from '@kaike/shared/kit/text/parse-yuan';
import type { FilterProps } from './filter-props.ts';

const fenPerYuan = 100;

/** A range of numbers; money is typed in yuan. */
export function RangeOfNumbers({ name, field, state, words, id, done }: FilterProps) {
  const scale = field.kind === 'money' ? fenPerYuan : 1;
  const bound = (place: 0 | 1) => {
    const key = `where[${name}][${place}]`;
    const value = state.get(key);
    return (
      <InputNumber
        key={value}
        id={place === 0 ? id : undefined}
        aria-label={`${words.field(name)} ${words.t(place === 0 ? 'kit.from' : 'kit.to')}`}
        placeholder={words.t(place === 0 ? 'kit.from' : 'kit.to')}
        {...(value === '' ? {} : { defaultValue: Number(value) / scale })}
        style={{ width: '50%' }}
        changeOnWheel={false}
        onBlur={(event) => {
          const typed = event.target.value.trim();
          const number = field.kind === 'money' ? parseYuan(typed) : Math.round(Number(typed));
          state.set({ [key]: typed === '' || number === null || !Number.isFinite(number) ? null : String(number) });
        }}
        onPressEnter={(event) => {
          event.currentTarget.blur();
          done?.();
        }}
      />
    );
  };
  return (
    <Space.Compact block>
      {bound(0)}
      {bound(1)}
    </Space.Compact>
  );
}
