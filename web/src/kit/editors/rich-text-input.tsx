import { Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import type { InputProps } from '../fields/input-props.ts';
import css from './editors.module.css';
import { TextEditor } from './text-editor.tsx';

const MarkdownSource = lazy(async () => ({
  default: (await loadChunk(() => import('./markdown-source.tsx'))).MarkdownSource,
}));

/** How this person last wrote, kept in this browser. */
const modeKey = 'kk-editor';

/** Formatted text, stored as HTML; written in a visual editor or as Markdown. */
export function RichTextInput(props: InputProps) {
  const t = fieldWords.useT();
  const [isMarkdown, setIsMarkdown] = useState(() => localStorage.getItem(modeKey) === 'markdown');
  const change = (
    <button
      type="button"
      className={css['switch']}
      disabled={props.disabled}
      onClick={() => {
        localStorage.setItem(modeKey, isMarkdown ? 'visual' : 'markdown');
        setIsMarkdown(!isMarkdown);
      }}
    >
      {t(isMarkdown ? 'kit_fields.editor.visual' : 'kit_fields.editor.markdown')}
    </button>
  );
  if (!isMarkdown) return <TextEditor {...props} foot={change} />;
  return (
    <Suspense fallback={<Skeleton active />}>
      <MarkdownSource {...props} foot={change} />
    </Suspense>
  );
}
