import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { htmlOfText } from '@kaike/shared/domain/site/rich-text';
import { toast } from '../../app/toasts.ts';
import type { InputProps } from '../fields/input-props.ts';
import { uploadFile } from '../fields/files/upload-file.ts';
import { EditorBar } from './editor-bar.tsx';
import css from './editors.module.css';
import { richExtensions } from './extensions.ts';
import { parsePasted, uploadPasted, type PastedText } from './pasted-pictures.ts';

const isPicture = (file: File): boolean => file.type.startsWith('image/');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The place of the caret, kept while the text around it changes. */
function followSelection(editor: Editor): { restore: () => void } {
  let bookmark = editor.state.selection.getBookmark();
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    bookmark = bookmark.map(transaction.mapping);
  };
  editor.on('transaction', follow);
  return {
    restore: () => {
      editor.off('transaction', follow);
      editor.view.dispatch(editor.state.tr.setSelection(bookmark.resolve(editor.state.doc)));
    },
  };
}

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
  /** Pastes text once its pictures are in the library: in one step, which undo takes back. */
  const paste = async (editor: Editor, text: PastedText): Promise<void> => {
    const caret = followSelection(editor);
    setWaiting((count) => count + text.pictures.length);
    const lost = await uploadPasted(text, uploadFile);
    setWaiting((count) => count - text.pictures.length);
    if (editor.isDestroyed) return;
    caret.restore();
    editor.view.pasteHTML(text.body.innerHTML);
    if (lost > 0) toast('error', t('kit_fields.editor.lost_pictures', { count: lost }));
  };
  return { waiting, add, paste };
}

/** A program that copies text may add a picture of it; only without text the picture is what is meant. */
const isPictureAlone = (html: string): boolean =>
  html === '' || (parsePasted(html).body.textContent ?? '').trim() === '';

/** The visual editor of a rich text. Typing is never disturbed: a value that comes back unchanged from the form is ignored. */
export function TextEditor({
  id,
  label,
  value,
  onChange,
  onBlur,
  disabled,
  status,
  foot,
}: InputProps & { foot: ReactNode }) {
  const t = fieldWords.useT();
  const extensions = useMemo(() => richExtensions(t('kit_fields.editor.placeholder')), [t]);
  const lastSent = useRef(textOf(value));
  const latest = useRef({ onChange, onBlur });
  latest.current = { onChange, onBlur };
  const { waiting, add, paste } = usePictures();
  const takeFiles = (files: FileList | undefined): boolean => {
    const pictures = [...(files ?? [])].filter(isPicture);
    if (pictures.length === 0 || !editor) return false;
    void add(editor, pictures);
    return true;
  };
  const editor = useEditor({
    extensions,
    content: htmlOfText(lastSent.current),
    editable: !disabled,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      handlePaste: (_view, event) => {
        const html = event.clipboardData?.getData('text/html') ?? '';
        if (isPictureAlone(html) && takeFiles(event.clipboardData?.files)) return true;
        const text = parsePasted(html);
        if (!editor || text.pictures.length + text.lost === 0) return false;
        void paste(editor, text);
        return true;
      },
      handleDrop: (_view, event) => takeFiles(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => {
      lastSent.current = changed.isEmpty ? '' : changed.getHTML();
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
    editor.commands.setContent(htmlOfText(lastSent.current), { emitUpdate: false });
  }, [editor, value]);
  if (!editor) return null;
  return (
    <div className={css['frame']} data-wrong={status === 'error'}>
      <EditorBar editor={editor} disabled={disabled} addPictures={(files) => void add(editor, files)} />
      <EditorContent editor={editor} className={css['page']} />
      <div className={css['foot']}>
        <span role="status">{waiting > 0 ? t('kit_fields.editor.uploading') : ''}</span>
        {foot}
      </div>
    </div>
  );
}
