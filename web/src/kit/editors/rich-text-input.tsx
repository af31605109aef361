import TextAlign from '@tiptap/extension-text-align';
import type { Editor } from '@tiptap/core';
import { useMemo } from 'react';
import fieldWords from 'virtual:words/kit_fields';
import { htmlOfText } from '@kaike/shared/domain/site/rich-text';
import type { InputProps } from '../fields/input-props.ts';
import { commonExtensions } from './extensions.ts';
import { TextEditor } from './text-editor.tsx';

const codec = {
  open: (value: string) => ({ content: htmlOfText(value) }),
  close: (editor: Editor) => editor.getHTML(),
};

/** Formatted text, stored as HTML. */
export function RichTextInput(props: InputProps) {
  const t = fieldWords.useT();
  const extensions = useMemo(
    () => [
      ...commonExtensions(t('kit_fields.editor.placeholder')),
      TextAlign.configure({ types: ['heading', 'paragraph'] }),
    ],
    [t],
  );
  return <TextEditor {...props} extensions={extensions} codec={codec} has_alignment />;
}
