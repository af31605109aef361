import type { AnyExtension, Editor } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import fieldWords from 'virtual:words/kit_fields';
import { toast } from '../../app/toasts.ts';
import type { InputProps } from '../fields/input-props.ts';
import { uploadFile } from '../fields/files/upload-file.ts';
import { EditorBar } from './editor-bar.tsx';
import css from './editors.module.css';

type Props = InputProps & {
  extensions: AnyExtension[];
  /** Converts a stored value to content and back. */
  codec: {
    open: (value: string) => { content: string; contentType?: 'html' | 'markdown' };
    close: (editor: Editor) => string;
  };
  has_alignment: boolean;
  foot?: ReactNode;
};

const isPicture = (file: File): boolean => file.type.startsWith('image/');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Inserts pictures at the caret, each as soon as it is uploaded. */
function usePictures() {
  const t = fieldWords.useT();
  const [waiting, setWaiting] = useState(0);
  const add = async (editor: Editor, files: readonly File[]): Promise<void> => {
    setWaiting((count) => count + files.length);
    for (const file of files) {
      try {
        const src = await uploadFile(file);
        editor.chain().focus().setImage({ src, alt: '' }).run();
      } catch (error) {
        toast('error', t('kit_fields.editor.upload_failed', { reason: error instanceof Error ? error.message : '' }));
      }
      setWaiting((count) => count - 1);
    }
  };
  return { waiting, add };
}

/** The editor behind rich text and Markdown. Typing is never disturbed: a value that comes back unchanged from the form is ignored. */
export function TextEditor({
  id,
  label,
  value,
  onChange,
  onBlur,
  disabled,
  status,
  extensions,
  codec,
  has_alignment: hasAlignment,
  foot,
}: Props) {
  const t = fieldWords.useT();
  const lastSent = useRef(textOf(value));
  const latest = useRef({ onChange, onBlur });
  latest.current = { onChange, onBlur };
  const { waiting, add } = usePictures();
  const takeFiles = (files: FileList | undefined): boolean => {
    const pictures = [...(files ?? [])].filter(isPicture);
    if (pictures.length === 0 || !editor) return false;
    void add(editor, pictures);
    return true;
  };
  const editor = useEditor({
    extensions,
    ...codec.open(lastSent.current),
    editable: !disabled,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      handlePaste: (_view, event) => takeFiles(event.clipboardData?.files),
      handleDrop: (_view, event) => takeFiles(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => {
      lastSent.current = changed.isEmpty ? '' : codec.close(changed);
      latest.current.onChange(lastSent.current);
    },
    onBlur: () => latest.current.onBlur(),
  });
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);
  useEffect(() => {
    if (!editor || textOf(value) === lastSent.current) return;
    lastSent.current = textOf(value);
    const { content, contentType } = codec.open(lastSent.current);
    editor.commands.setContent(content, { emitUpdate: false, ...(contentType ? { contentType } : {}) });
  }, [editor, value, codec]);
  if (!editor) return null;
  return (
    <div className={css['frame']} data-wrong={status === 'error'}>
      <EditorBar
        editor={editor}
        disabled={disabled}
        has_alignment={hasAlignment}
        add_pictures={(files) => void add(editor, files)}
      />
      <EditorContent editor={editor} className={css['page']} />
      <div className={css['foot']}>
        <span role="status">{waiting > 0 ? t('kit_fields.editor.uploading') : ''}</span>
        {foot}
      </div>
    </div>
  );
}
