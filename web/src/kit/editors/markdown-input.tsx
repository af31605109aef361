import { Markdown } from '@tiptap/markdown';
import type { Editor } from '@tiptap/core';
import { useMemo, useState } from 'react';
import fieldWords from 'virtual:words/kit_fields';
import type { InputProps } from '../fields/input-props.ts';
import { commonExtensions } from './extensions.ts';
import css from './editors.module.css';
import { TextEditor } from './text-editor.tsx';

const codec = {
  open: (value: string) => ({ content: value, contentType: 'markdown' as const }),
  close: (editor: Editor) => editor.getMarkdown(),
};

/** Formatted text, stored as Markdown; the source can be edited, too. */
export function MarkdownInput(props: InputProps) {
  const t = fieldWords.useT();
  const [isSource, setIsSource] = useState(false);
  const extensions = useMemo(() => [...commonExtensions(t('kit_fields.editor.placeholder')), Markdown], [t]);
  const text = typeof props.value === 'string' ? props.value : '';
  const change = (
    <button type="button" className={css['switch']} onClick={() => setIsSource(!isSource)}>
      {t(isSource ? 'kit_fields.editor.visual' : 'kit_fields.editor.source')}
    </button>
  );
  if (!isSource)
    return <TextEditor {...props} extensions={extensions} codec={codec} has_alignment={false} foot={change} />;
  return (
    <div className={css['frame']} data-wrong={props.status === 'error'}>
      <textarea
        id={props.id}
        className={css['source']}
        value={text}
        aria-label={props.label}
        disabled={props.disabled}
        spellCheck={false}
        onBlur={props.onBlur}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <div className={css['foot']}>
        <span>{t('kit_fields.editor.count', { count: text.length })}</span>
        {change}
      </div>
    </div>
  );
}
