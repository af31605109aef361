const tag = /<\/?[a-z][a-z\d]*(?:\s[^>]*)?>/i;
const symbols: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Whether a stored text is HTML; texts stored before a field became rich text are not. */
export const isHtml = (text: string): boolean => tag.test(text);

/** A text as HTML; each line of plain text becomes a paragraph. */
export function htmlOfText(text: string): string {
  if (isHtml(text)) return text;
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${line.replace(/[&<>]/g, (symbol) => symbols[symbol] ?? symbol)}</p>`)
    .join('');
}

/** Whether a text shows nothing: no characters, picture or video. */
export const isBlank = (text: string): boolean =>
  text.replace(/<(?!(?:img|video|audio|iframe|hr|table)\b)[^<>]*>/gi, '').replace(/&nbsp;|\s/g, '') === '';
