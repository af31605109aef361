/** An amount with an optional sign before it and a unit after it; commas only between groups of three. */
const amount = /^(?:¥|CNY|RMB)?(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|-?\.\d+)(?:元|CNY|RMB)?$/i;
const maxLength = 40;

/**
 * The amount in fen that a person typed in yuan: with the sign ¥, the unit 元, commas between thousands, in full width. Null when it
 * is none, or finer than a fen.
 */
export function parseYuan(text: string): number | null {
  if (text.length > maxLength) return null;
  const plain = text.normalize('NFKC').replace(/[¥￥]/g, '¥').replace(/\s/g, '').replace(/，/g, ',');
  const [, digits] = amount.exec(plain) ?? [];
  if (digits === undefined) return null;
  const [whole = '', part = ''] = digits.replace(/[,-]/g, '').split('.');
  if (/[^0]/.test(part.slice(2))) return null;
  const fen = Number(whole || '0') * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  if (!Number.isSafeInteger(fen)) return null;
  return digits.startsWith('-') ? -fen : fen;
}
