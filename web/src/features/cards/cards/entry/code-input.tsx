import { useRef, useState, type ClipboardEvent } from 'react';
import { secretLength } from '@kaike/shared/domain/cards/card-secret';
import { CodeSquares } from './code-squares.tsx';
import css from './code-squares.module.css';
import { isGroupable, symbolsOf } from './parse-entry.ts';

type Props = {
  id: string;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onPaste: (event: ClipboardEvent) => void;
  onFocus: () => void;
  onBlur: () => void;
};

/** Where the sign of this number begins in the field's text, which has a dash between groups. */
function offsetOf(value: string, place: number): number {
  let count = 0;
  for (let index = 0; index < value.length; index += 1) {
    if (symbolsOf(value[index] ?? '') === '') continue;
    if (count === place) return index;
    count += 1;
  }
  return value.length;
}

/** The number of the square at a point of the screen. */
function placeAt(squares: readonly Element[], x: number, y: number): number {
  return squares.findIndex((square) => {
    const { left, right, top, bottom } = square.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  });
}

/** One text field, so that keyboards, paste and screen readers meet nothing unusual, drawn as sixteen squares. */
export function CodeInput({ id, label, value, error, onChange, onPaste, onFocus, onBlur }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const [isFocused, setFocused] = useState(false);
  /** How many signs stand before the caret: their number stays when the field is grouped anew. */
  const [before, setBefore] = useState(secretLength);
  const symbols = symbolsOf(value).toUpperCase();
  const isPlain = !isGroupable(value);
  const current = Math.min(before, symbols.length, secretLength - 1);
  const readCaret = ({ value: text, selectionStart }: HTMLInputElement): void =>
    setBefore(symbolsOf(text.slice(0, selectionStart ?? text.length)).length);

  /** A tap selects the sign in its square, so that the next key replaces it. */
  const choose = (input: HTMLInputElement, x: number, y: number): void => {
    const place = placeAt([...(field.current?.querySelectorAll('b') ?? [])], x, y);
    if (isPlain || place < 0 || input.selectionStart !== input.selectionEnd) return;
    const start = offsetOf(value, place);
    input.setSelectionRange(start, Math.min(start + 1, value.length));
    setBefore(place);
  };
  return (
    <div ref={field} className={css['field']}>
      <input
        id={id}
        className={css['input']}
        data-plain={isPlain}
        value={value}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-message`}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          readCaret(event.target);
          onChange(event.target.value);
        }}
        onSelect={(event) => readCaret(event.currentTarget)}
        onClick={(event) => choose(event.currentTarget, event.clientX, event.clientY)}
        onPaste={onPaste}
        onFocus={() => {
          setFocused(true);
          onFocus();
        }}
        onBlur={() => {
          setFocused(false);
          onBlur();
        }}
      />
      <CodeSquares symbols={symbols} current={isFocused && symbols.length <= secretLength ? current : null} />
    </div>
  );
}
