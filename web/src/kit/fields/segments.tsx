import type { MappedChoice } from '../maps.ts';
import type { InputProps } from './input-props.ts';

const maxSegments = 4;
/** What fits half of a form: letters, a Chinese sign counts as two. */
const maxLetters = 30;

const lettersOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) < 0x2e_80 ? 1 : 2), 0);

/** Whether choices are few and short enough to stand side by side. */
export const areSegments = (choices: readonly MappedChoice[]): boolean =>
  choices.length > 1 &&
  choices.length <= maxSegments &&
  choices.reduce((sum, { label }) => sum + lettersOf(label), 0) <= maxLetters;

type SegmentsProps<T> = Pick<InputProps, 'id' | 'name' | 'label' | 'disabled' | 'status' | 'onBlur'> & {
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

/** Choices side by side, of which one is chosen: by a press, or with the arrow keys. */
export function Segments<T>({ id, name, label, value, choices, disabled, status, onChange, onBlur }: SegmentsProps<T>) {
  return (
    <div
      id={id}
      className="kk-segments"
      role="radiogroup"
      aria-label={label}
      aria-invalid={status === 'error'}
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => {
        // The form brings the cursor to an invalid field by its id.
        if (target !== currentTarget) return;
        (currentTarget.querySelector<HTMLElement>(':checked') ?? currentTarget.querySelector('input'))?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      {choices.map((choice) => (
        <label key={String(choice.value)}>
          <input
            type="radio"
            name={`${id}-${name}`}
            checked={choice.value === value}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
