import { useId } from 'react';
import { InputNumber } from '../widgets.ts';

/** A number with its unit, between two limits; an empty field changes nothing. */
export function NumberField({
  label,
  value,
  min,
  max,
  step = 0.5,
  precision = 2,
  unit,
  disabled = false,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  precision?: number;
  unit: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        value={value}
        min={min}
        max={max}
        step={step}
        precision={precision}
        disabled={disabled}
        inputMode="decimal"
        suffix={unit}
        style={{ width: '100%' }}
        onChange={(next) => {
          if (typeof next === 'number') onChange(next);
        }}
      />
    </div>
  );
}
