import { createContext, useContext, useState, type ReactNode } from 'react';
import sceneWords from 'virtual:locale/scene_editor';
import type { ScriptLine } from '@kaike/shared/domain/ai/scene-script';
import { Button, Input, Select } from '../../../../kit/widgets.ts';
import { removeAt, replaceAt } from './list-steps.ts';
import css from './scene.module.css';

/** Paths of what the checks have found wrong. */
export const WrongPaths = createContext<ReadonlySet<string>>(new Set());
const useStatus = (path: string): '' | 'error' => (useContext(WrongPaths).has(path) ? 'error' : '');

const rows = { minRows: 1, maxRows: 5 };

type TextProps = {
  path: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  lang?: string;
};

/** A text with its label above. */
export function TextBox({ path, label, value, onChange, help, lang }: TextProps) {
  const status = useStatus(path);
  return (
    <div className={css['box']}>
      <label htmlFor={path}>{label}</label>
      <Input id={path} lang={lang} value={value} status={status} onChange={(event) => onChange(event.target.value)} />
      {help ? <p className="kk-muted">{help}</p> : null}
    </div>
  );
}

type NameProps = {
  path: string;
  label: string;
  value: string;
  usedNames: readonly string[];
  rename: (name: string) => void;
};

/** The name of something that others refer to: it changes when the field is left, and never to one that is taken. */
export function NameBox({ path, label, value, usedNames, rename }: NameProps) {
  const t = sceneWords.useT();
  const status = useStatus(path);
  const [text, setText] = useState<string | null>(null);
  const name = (text ?? value).trim();
  const isTaken = text !== null && usedNames.includes(name);
  const isWrong = text !== null && !/^[a-z][a-z\d_]*$/.test(name);
  const leave = (): void => {
    if (text !== null && !isTaken && !isWrong) rename(name);
    setText(null);
  };
  return (
    <div className={css['box']}>
      <label htmlFor={path}>{label}</label>
      <Input
        id={path}
        lang="en"
        value={text ?? value}
        maxLength={40}
        status={isTaken || isWrong ? 'error' : status}
        aria-describedby={`${path}-help`}
        onChange={(event) => setText(event.target.value)}
        onBlur={leave}
        onPressEnter={leave}
      />
      <p id={`${path}-help`} className={isTaken || isWrong ? css['wrong'] : 'kk-muted'} aria-live="polite">
        {t(`scene_editor.${isTaken ? 'taken' : 'name_help'}`)}
      </p>
    </div>
  );
}

type LineProps = {
  path: string;
  label: string;
  line: ScriptLine;
  onChange: (line: ScriptLine) => void;
  remove?: (() => void) | null;
};

/** English and its Chinese, side by side. */
export function LineBox({ path, label, line, onChange, remove }: LineProps) {
  const t = sceneWords.useT();
  const [whole, english, chinese] = [useStatus(path), useStatus(`${path}.en`), useStatus(`${path}.zh`)];
  const part = (key: 'en' | 'zh', status: '' | 'error'): ReactNode => (
    <Input.TextArea
      id={`${path}.${key}`}
      lang={key === 'en' ? 'en' : 'zh-CN'}
      aria-label={`${label} · ${t(`scene_editor.${key}`)}`}
      placeholder={t(`scene_editor.${key}`)}
      autoSize={rows}
      maxLength={400}
      value={line[key]}
      status={status}
      onChange={(event) => onChange({ ...line, [key]: event.target.value })}
    />
  );
  return (
    <div className={css['line']}>
      {part('en', whole || english)}
      {part('zh', chinese)}
      {remove ? <RemoveButton what={label} remove={remove} /> : null}
    </div>
  );
}

export function RemoveButton({ what, remove }: { what: string; remove: () => void }) {
  const t = sceneWords.useT();
  return (
    <Button type="text" size="small" aria-label={t('scene_editor.remove', { what })} onClick={remove}>
      ✕
    </Button>
  );
}

type LinesProps = {
  path: string;
  label: string;
  lines: readonly ScriptLine[];
  onChange: (lines: ScriptLine[]) => void;
  least?: number;
};

/** Lines that mean the same; one of them is said. */
export function LineList({ path, label, lines, onChange, least = 1 }: LinesProps) {
  const t = sceneWords.useT();
  return (
    <div className={css['lines']}>
      <div className={css['head']}>
        <span>{label}</span>
        <Button id={path} type="link" size="small" onClick={() => onChange([...lines, { en: '', zh: '' }])}>
          {t('scene_editor.add_line')}
        </Button>
      </div>
      {lines.map((line, index) => (
        <LineBox
          key={index}
          path={`${path}[${index}]`}
          label={`${label} ${index + 1}`}
          line={line}
          onChange={(next) => onChange(replaceAt(lines, index, next))}
          remove={lines.length > least ? () => onChange(removeAt(lines, index)) : null}
        />
      ))}
    </div>
  );
}

type PatternsProps = {
  path: string;
  label: string;
  patterns: readonly string[];
  onChange: (patterns: string[]) => void;
};

/** Patterns of answers, one a line. */
export function PatternBox({ path, label, patterns, onChange }: PatternsProps) {
  const t = sceneWords.useT();
  const status = useStatus(path);
  return (
    <div className={css['box']}>
      <label htmlFor={path}>{label}</label>
      <Input.TextArea
        id={path}
        lang="en"
        autoSize={{ minRows: 2, maxRows: 10 }}
        spellCheck={false}
        value={patterns.join('\n')}
        status={status}
        onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      />
      <p className="kk-muted">{t('scene_editor.pattern_help')}</p>
    </div>
  );
}

type PickProps = {
  path: string;
  label: string;
  options: readonly { value: string; label: string }[];
  placeholder?: string;
};

/** One of several names; empty when none is chosen. */
export function PickBox({
  path,
  label,
  value,
  options,
  placeholder,
  onChange,
}: PickProps & { value: string; onChange: (value: string) => void }) {
  const status = useStatus(path);
  return (
    <div className={css['box']}>
      <label htmlFor={path}>{label}</label>
      <Select
        id={path}
        aria-label={label}
        value={value === '' ? undefined : value}
        status={status}
        allowClear={placeholder !== undefined}
        placeholder={placeholder}
        options={[...options]}
        onChange={(next: string | undefined) => onChange(next ?? '')}
      />
    </div>
  );
}

/** Any of several names. */
export function PickSome({
  path,
  label,
  values,
  options,
  placeholder,
  onChange,
}: PickProps & { values: readonly string[]; onChange: (values: string[]) => void }) {
  const status = useStatus(path);
  return (
    <div className={css['box']}>
      <label htmlFor={path}>{label}</label>
      <Select
        id={path}
        aria-label={label}
        mode="multiple"
        value={[...values]}
        status={status}
        placeholder={placeholder}
        options={[...options]}
        onChange={(next: string[]) => onChange(next)}
      />
    </div>
  );
}
