import { Button, Input } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import type { InputProps } from '../fields/input-props.ts';
import css from './editors.module.css';
import { locateError, type JsonProblem } from './locate-error.ts';
import { isComposing } from '../../form/is-composing.ts';

const write = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function parse(text: string): { value: unknown; problem: JsonProblem | null } {
  if (text.trim() === '') return { value: null, problem: null };
  try {
    return { value: JSON.parse(text) as unknown, problem: null };
  } catch {
    return { value: text, problem: locateError(text) };
  }
}

/** Inserts two spaces at the caret; Escape first makes Tab leave the field. */
function indent(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (event.key !== 'Tab' || event.shiftKey || isComposing(event)) return false;
  event.preventDefault();
  const { selectionStart, selectionEnd } = event.currentTarget;
  event.currentTarget.setRangeText('  ', selectionStart, selectionEnd, 'end');
  return true;
}

/** JSON as text: shows where it is wrong, formats it on demand, Tab indents. Text that does not parse yet stays as typed. */
export function JsonInput({ id, value, onChange, onBlur, disabled, status }: InputProps) {
  const t = fieldWords.useT();
  const [text, setText] = useState(() => write(value));
  const [lastValue, setLastValue] = useState(value);
  const [isFree, setIsFree] = useState(false);
  // A value from outside, such as a restored draft, replaces the text.
  if (value !== lastValue) {
    setLastValue(value);
    setText(write(value));
  }
  const { problem } = parse(text);
  const change = (next: string): void => {
    const parsed = parse(next);
    setText(next);
    setLastValue(parsed.value);
    onChange(parsed.value);
  };
  const tidy = (): void => {
    const parsed = parse(text);
    if (!parsed.problem) change(write(parsed.value));
  };
  return (
    <div className={css['json']}>
      <Input.TextArea
        id={id}
        value={text}
        disabled={disabled}
        status={problem ? 'error' : status}
        autoSize={{ minRows: 4, maxRows: 18 }}
        spellCheck={false}
        className={css['code'] ?? ''}
        aria-describedby={`${id}-json`}
        onChange={(event) => change(event.target.value)}
        onBlur={() => {
          setIsFree(false);
          onBlur();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setIsFree(true);
          else if (!isFree && indent(event)) change(event.currentTarget.value);
          if (event.shiftKey && event.altKey && event.key.toLowerCase() === 'f') {
            event.preventDefault();
            tidy();
          }
        }}
      />
      <div className={css['jsonFoot']} id={`${id}-json`}>
        <span role="status" className={problem ? css['wrong'] : css['quiet']}>
          {problem ? t('kit_fields.json.wrong', problem) : t('kit_fields.json.hint')}
        </span>
        <Button size="small" disabled={disabled || problem !== null || text === ''} onClick={tidy}>
          {t('kit_fields.json.tidy')}
        </Button>
      </div>
    </div>
  );
}
