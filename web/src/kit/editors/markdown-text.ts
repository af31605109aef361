import { generateHTML, generateJSON } from '@tiptap/core';
import { MarkdownManager } from '@tiptap/markdown';
import { htmlOfText, isBlank } from '@kaike/shared/domain/site/rich-text';
import { richExtensions } from './extensions.ts';

const extensions = richExtensions('');
const manager = new MarkdownManager({ extensions });

/** HTML as the editor writes it, so that two texts can be compared. */
const tidy = (html: string): string => generateHTML(generateJSON(htmlOfText(html), extensions), extensions);

/** A rich text as Markdown. */
export const markdownOf = (html: string): string =>
  isBlank(html) ? '' : manager.serialize(generateJSON(htmlOfText(html), extensions)).trim();

/** Markdown as the HTML that is stored: only what the editor knows. */
export function htmlOfMarkdown(markdown: string): string {
  const html = markdown.trim() === '' ? '' : generateHTML(manager.parse(markdown), extensions);
  return isBlank(html) ? '' : html;
}

/** Whether a rich text loses nothing as Markdown, which has no alignment and no joined cells. */
export const survivesMarkdown = (html: string): boolean =>
  isBlank(html) || tidy(htmlOfMarkdown(markdownOf(html))) === tidy(html);
