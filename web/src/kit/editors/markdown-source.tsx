import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import type { InputProps } from '../fields/input-props.ts';
import css from './editors.module.css';
import { htmlOfMarkdown, markdownOf, survivesMarkdown } from './markdown-text.ts';

/** A stored text as its author sees it; what Markdown would lose is changed only after a word of warning. */
const readText = (html: string) => ({ html, text: markdownOf(html), is_locked: !survivesMarkdown(html) });

/** A rich text written as Markdown. What is stored stays HTML, so that all readers and checks are the same. */
export function MarkdownSource(props: InputProps & { foot: ReactNode }) {
  const { id, label, value, onChange, onBlur, disabled, status, foot } = props;
  const t = fieldWords.useT();
  const stored = typeof value === 'string' ? value : '';
  const [state, setState] = useState(() => readText(stored));
  // A value from outside, such as a restored draft, replaces the text; what is typed is never rewritten.
  if (stored !== state.html) setState(readText(stored));
  const change = (text: string): void => {
    const html = htmlOfMarkdown(text);
    setState({ html, text, is_locked: false });
    onChange(html);
  };
  return (
    <div className={css['frame']} data-wrong={status === 'error'}>
      {state.is_locked ? (
        <div className={css['warning']} id={`${id}-loss`}>
          <span>{t('kit_fields.editor.loses')}</span>
          <Button size="small" disabled={disabled} onClick={() => setState({ ...state, is_locked: false })}>
            {t('kit_fields.editor.edit_anyway')}
          </Button>
        </div>
      ) : null}
      <textarea
        id={id}
        className={css['source']}
        value={state.text}
        aria-label={label}
        aria-describedby={state.is_locked ? `${id}-loss` : undefined}
        readOnly={state.is_locked}
        disabled={disabled}
        spellCheck={false}
        onBlur={onBlur}
        onChange={(event) => change(event.target.value)}
      />
      <div className={css['foot']}>
        <span>{t('kit_fields.editor.markdown_hint')}</span>
        {foot}
      </div>
    </div>
  );
}
