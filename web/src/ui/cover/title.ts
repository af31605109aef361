/** Brackets and what is in them are left to the list beside the picture. */
export const plainTitle = (title: string): string =>
  title
    .replace(/[（(【[].*?[）)】\]]/g, '')
    .replace(/[《》]/g, '')
    .trim() || title.trim();

const isWide = (sign: string): boolean =>
  /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(sign) || sign.length > 1;

/** Estimated, in widths of a Chinese sign; a little more than most fonts need. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += sign === ' ' ? 0.3 : isWide(sign) ? 1 : /[A-ZmwMW@%]/.test(sign) ? 0.78 : 0.58;
  return width;
}

type Segmenter = { segment: (text: string) => Iterable<{ segment: string }> };
type Segmenters = { Segmenter?: new (locale: string, options: { granularity: 'word' }) => Segmenter };

/** Browsers without `Intl.Segmenter` keep Latin words whole and pair Chinese signs. */
function wordsOf(text: string, { Segmenter }: Segmenters): string[] {
  if (!Segmenter) return text.match(/[\w'’.+#&/-]+\s*|[\u2e80-\uffef]{1,2}\s*|\S\s*/g) ?? [text];
  return Array.from(new Segmenter('zh', { granularity: 'word' }).segment(text), ({ segment }) => segment);
}

/** No row begins with a mark that ends a clause, a space or the second half of a compound. */
function piecesOf(text: string, intl: Segmenters): string[] {
  const pieces: string[] = [];
  for (const word of wordsOf(text, intl)) {
    const last = pieces.length - 1;
    if (last >= 0 && /^[\s，。：、；！？》」』·,.:;!?%’'-]/.test(word)) pieces[last] += word;
    else pieces.push(word);
  }
  return pieces;
}

/** The way to cut into at most `count` rows whose widest row is narrowest; among equals the longer first row. */
function cut(pieces: readonly string[], count: number): string[] {
  const whole = pieces.join('').trim();
  if (count <= 1 || pieces.length <= 1) return [whole];
  let best = [whole];
  let least = widthOf(whole);
  for (let at = 1; at < pieces.length; at += 1) {
    const rows = [pieces.slice(0, at).join('').trim(), ...cut(pieces.slice(at), count - 1)];
    const widest = Math.max(...rows.map(widthOf));
    if (widest <= least) [best, least] = [rows, widest];
  }
  return best;
}

/** Longer titles are cut off: they stand beside the picture in full. */
const widestTitle = 26;
const maxPieces = 24;

/** A text that is not wider than `widest`; what does not fit is cut off. */
export function shorten(text: string, widest: number): string {
  if (widthOf(text) <= widest) return text;
  let [short, width] = ['', 0];
  for (const sign of text) {
    width += widthOf(sign);
    if (width > widest - 1) break;
    short += sign;
  }
  return `${short.trim()}…`;
}

/** A title in one to four rows of about equal width, cut between words; one that is not wider than `single` in one. */
export function titleRows(title: string, single = 5, intl: Segmenters = Intl): string[] {
  const text = shorten(plainTitle(title), widestTitle);
  const width = widthOf(text);
  const count = width <= single ? 1 : width <= 11 ? 2 : width <= 19 ? 3 : 4;
  const pieces = piecesOf(text, intl);
  // Very many pieces are joined in pairs, so that cutting stays quick.
  const joined =
    pieces.length <= maxPieces
      ? pieces
      : pieces.flatMap((piece, at) => (at % 2 === 0 ? [piece + (pieces[at + 1] ?? '')] : []));
  return cut(joined, count);
}

/** The cells of a vertical title: signs, with up to two digits or letters upright side by side; null when it does not suit a slip. */
export function slipCells(title: string, most: number): string[] | null {
  const text = plainTitle(title).replace(/\s/g, '');
  if (/[A-Za-z]{3}|\d{3}/.test(text)) return null;
  const cells = text.match(/[A-Za-z0-9]{1,2}|[^A-Za-z0-9]/gu) ?? [];
  return cells.length > 0 && cells.length <= most ? cells : null;
}
