import { createRequire } from 'node:module';
import type sanitize from 'sanitize-html';

const color = [/^#[\da-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i];

const address = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/))/i;

/** Only what the editor can produce: no script, no frame, no form, no class that could imitate the product. */
const options: Parameters<typeof sanitize>[1] = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'sub',
    'sup',
    'mark',
    'span',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'table',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'style'],
    td: ['colspan', 'rowspan', 'style'],
    p: ['style'],
    h1: ['style'],
    h2: ['style'],
    h3: ['style'],
    h4: ['style'],
    span: ['style'],
  },
  allowedStyles: { '*': { 'text-align': [/^(?:left|right|center|justify)$/] }, span: { color } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'svg',
    'math',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
  ],
  nestingLimit: 30,
  transformTags: {
    // A link opens another page, which must get no access to ours.
    a: (tagName, { href }) => ({
      tagName,
      attribs: !href || !address.test(href) ? {} : { href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
  },
};

const require = createRequire(import.meta.url);

/** HTML that is safe in any page, whoever wrote it. Idempotent. */
export function sanitizeRichText(html: string): string {
  // Loaded on first use: with its parsers it takes megabytes, and most workers never sanitise a text.
  const sanitizeHtml = require('sanitize-html') as typeof sanitize;
  return sanitizeHtml(html, options).trim();
}
