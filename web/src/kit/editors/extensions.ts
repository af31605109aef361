import Image from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import type { AnyExtension } from '@tiptap/core';

/** What both editors support. URLs that could run code are not links. */
export function commonExtensions(placeholder: string): AnyExtension[] {
  return [
    StarterKit.configure({
      link: { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
      heading: { levels: [1, 2, 3, 4] },
    }),
    Image,
    TableKit.configure({ table: { resizable: false } }),
    Placeholder.configure({ placeholder }),
  ];
}
