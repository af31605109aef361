import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Button, Input } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { SpriteIcon } from '../icons/sprite-icon.tsx';
import css from './editors.module.css';
import { isComposing } from '../../form/is-composing.ts';

type Tool = {
  key: string;
  icon: string;
  run: (editor: Editor) => void;
  active?: (editor: Editor) => boolean;
  able?: (editor: Editor) => boolean;
};

const chain = (editor: Editor) => editor.chain().focus();

const groups: readonly (readonly Tool[])[] = [
  [
    { key: 'undo', icon: 'undo-2', run: (e) => chain(e).undo().run(), able: (e) => e.can().undo() },
    { key: 'redo', icon: 'redo-2', run: (e) => chain(e).redo().run(), able: (e) => e.can().redo() },
  ],
  [
    {
      key: 'heading_2',
      icon: 'heading-2',
      run: (e) => chain(e).toggleHeading({ level: 2 }).run(),
      active: (e) => e.isActive('heading', { level: 2 }),
    },
    {
      key: 'heading_3',
      icon: 'heading-3',
      run: (e) => chain(e).toggleHeading({ level: 3 }).run(),
      active: (e) => e.isActive('heading', { level: 3 }),
    },
    { key: 'bold', icon: 'bold', run: (e) => chain(e).toggleBold().run(), active: (e) => e.isActive('bold') },
    { key: 'italic', icon: 'italic', run: (e) => chain(e).toggleItalic().run(), active: (e) => e.isActive('italic') },
    {
      key: 'strike',
      icon: 'strikethrough',
      run: (e) => chain(e).toggleStrike().run(),
      active: (e) => e.isActive('strike'),
    },
  ],
  [
    {
      key: 'bullet_list',
      icon: 'list',
      run: (e) => chain(e).toggleBulletList().run(),
      active: (e) => e.isActive('bulletList'),
    },
    {
      key: 'ordered_list',
      icon: 'list-ordered',
      run: (e) => chain(e).toggleOrderedList().run(),
      active: (e) => e.isActive('orderedList'),
    },
    {
      key: 'quote',
      icon: 'quote',
      run: (e) => chain(e).toggleBlockquote().run(),
      active: (e) => e.isActive('blockquote'),
    },
    {
      key: 'code_block',
      icon: 'square-code',
      run: (e) => chain(e).toggleCodeBlock().run(),
      active: (e) => e.isActive('codeBlock'),
    },
    { key: 'rule', icon: 'separator-horizontal', run: (e) => chain(e).setHorizontalRule().run() },
  ],
];

const alignment: readonly Tool[] = (['left', 'center', 'right'] as const).map((side) => ({
  key: side,
  icon: `align-${side}`,
  run: (e) => chain(e).setTextAlign(side).run(),
  active: (e) => e.isActive({ textAlign: side }),
}));

const insideTable: readonly Tool[] = [
  { key: 'row_below', icon: 'arrow-down', run: (e) => chain(e).addRowAfter().run() },
  { key: 'column_right', icon: 'arrow-right', run: (e) => chain(e).addColumnAfter().run() },
  { key: 'remove_row', icon: 'minus', run: (e) => chain(e).deleteRow().run() },
  { key: 'remove_column', icon: 'columns-3', run: (e) => chain(e).deleteColumn().run() },
  { key: 'remove_table', icon: 'trash-2', run: (e) => chain(e).deleteTable().run() },
];

function ToolButton({ tool, editor, disabled }: { tool: Tool; editor: Editor; disabled: boolean }) {
  const t = fieldWords.useT();
  const { active, able } = useEditorState({
    editor,
    selector: () => ({ active: tool.active?.(editor) ?? false, able: tool.able?.(editor) ?? true }),
  });
  const name = t(`kit_fields.editor.${tool.key}`);
  return (
    <button
      type="button"
      className={css['tool']}
      aria-label={name}
      title={name}
      {...(tool.active ? { 'aria-pressed': active } : {})}
      disabled={disabled || !able}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => tool.run(editor)}
    >
      <SpriteIcon name={tool.icon} size={17} />
    </button>
  );
}

/** The URL of a link, entered in the bar itself so that the selection stays. */
function LinkBar({ editor, close }: { editor: Editor; close: () => void }) {
  const t = fieldWords.useT();
  const [href, setHref] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const apply = (): void => {
    const address = href.trim();
    const whole = /^(?:https?:|mailto:|tel:|\/)/i.test(address) ? address : `https://${address}`;
    if (address === '') chain(editor).extendMarkRange('link').unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain(editor)
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: whole } }] })
        .run();
    else chain(editor).extendMarkRange('link').setLink({ href: whole }).run();
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      editor.commands.focus();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      apply();
    }
  };
  return (
    <div className={css['linkBar']}>
      <Input
        autoFocus
        value={href}
        placeholder={t('kit_fields.editor.link_address')}
        aria-label={t('kit_fields.editor.link_address')}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="primary" onClick={apply}>
        {t('kit_fields.editor.apply')}
      </Button>
      {editor.isActive('link') ? (
        <Button
          onClick={() => {
            chain(editor).extendMarkRange('link').unsetLink().run();
            close();
          }}
        >
          {t('kit_fields.editor.remove_link')}
        </Button>
      ) : null}
    </div>
  );
}

/** The whole bar is one Tab stop; the arrow keys move within it. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

type Props = { editor: Editor; disabled: boolean; addPictures: (files: File[]) => void };

/** The formatting commands. */
export function EditorBar({ editor, disabled, addPictures }: Props) {
  const t = fieldWords.useT();
  const chooser = useRef<HTMLInputElement>(null);
  const [isLinking, setIsLinking] = useState(false);
  const isInTable = useEditorState({ editor, selector: () => editor.isActive('table') });
  const inserting: Tool[] = [
    { key: 'link', icon: 'link', run: () => setIsLinking(!isLinking), active: (e) => e.isActive('link') },
    { key: 'image', icon: 'image', run: () => chooser.current?.click() },
    {
      key: 'table',
      icon: 'table',
      run: (e) => chain(e).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      able: (e) => !e.isActive('table'),
    },
    { key: 'clear', icon: 'remove-formatting', run: (e) => chain(e).unsetAllMarks().clearNodes().run() },
  ];
  const visibleGroups = [...groups, alignment, inserting, ...(isInTable ? [insideTable] : [])];
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus */}
      <div className={css['bar']} role="toolbar" aria-label={t('kit_fields.editor.toolbar')} onKeyDown={walk}>
        {visibleGroups.map((group, index) => (
          <span key={group[0]?.key} style={{ display: 'contents' }}>
            {index > 0 ? <span className={css['gap']} /> : null}
            {group.map((tool) => (
              <ToolButton key={tool.key} tool={tool} editor={editor} disabled={disabled} />
            ))}
          </span>
        ))}
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            addPictures(files);
          }}
        />
      </div>
      {isLinking ? <LinkBar editor={editor} close={() => setIsLinking(false)} /> : null}
    </>
  );
}
