const symbols: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, XML and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (symbol) => symbols[symbol] ?? symbol);

/** Collapses whitespace into one line. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Rich text as one line of plain text. */
export function plainText(html: string): string {
  return inOneLine(
    html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/&nbsp;/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&'),
  );
}

/** A JSON-LD block. Browsers do not execute it, so the CSP for scripts does not apply; `<` is escaped so that it cannot close its element. */
export const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;

/** A list of links; `href` is a path of this site. */
export function linkList(links: readonly { href: string; title: string; text?: string }[]): string {
  if (links.length === 0) return '';
  const lines = links.map(
    ({ href, title, text = '' }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a>${text ? ` ${escapeHtml(text)}` : ''}</li>`,
  );
  return `<ul>${lines.join('')}</ul>`;
}

export const paragraph = (text: string): string => (text === '' ? '' : `<p>${escapeHtml(text)}</p>`);
