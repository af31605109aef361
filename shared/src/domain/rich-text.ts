const tag = /<\/?[a-z][a-z\d]*(?:\s[^>]*)?>/i;
const symbols: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Whether a stored text is HTML; texts written before a field became rich are not. */
export const isHtml = (text: string): boolean => tag.test(text);

/** A text as HTML: what is none becomes paragraphs, line by line. */
export function htmlOfText(text: string): string {
  if (isHtml(text)) return text;
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${line.replace(/[&<>]/g, (symbol) => symbols[symbol] ?? symbol)}</p>`)
    .join('');
}

/** Whether nothing of a text would be seen: no letter, no picture, no film. */
export const isBlank = (text: string): boolean =>
  text.replace(/<(?!(?:img|video|audio|iframe|hr|table)\b)[^>]*>/gi, '').replace(/&nbsp;|\s/g, '') === '';
