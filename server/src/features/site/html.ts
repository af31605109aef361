const symbols: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML, in XML and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (symbol) => symbols[symbol] ?? symbol);

/** A text in one line. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The words of rich text in one line, without markup. */
export function plainText(html: string): string {
  return inOneLine(
    html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&nbsp;/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&'),
  );
}

/** A JSON-LD block. Browsers do not run it, so the policy on scripts does not concern it; it must not end its element early. */
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
