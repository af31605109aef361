/**
 * One normalisation of what people type, paste and import: width, blanks, dashes, invisible signs, dots of names. Each function
 * returns the stored form; a text that cannot be what it should be comes back only without blanks around it, so that the message
 * about it shows what was typed. All are idempotent. Their vectors are in normalize-text.test.ts.
 */

/** Signs without width that come along with a copied text: zero-width blanks, soft hyphens, byte order marks, overrides of direction. */
const stowaways = /[\u00AD\u180E\u200B\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** Marks of direction may be meant in a text; in numbers, names and at the ends they are invisible only. */
const directions = /[\u061C\u200E\u200F]/g;
/** Joiners belong to emoji and some scripts; in numbers and addresses they are invisible, too. */
const joiners = /[\u200C\u200D]/g;
/** What is typed for a hyphen: hyphens and dashes, the minus, the bar of Japanese, their small and wide forms. */
const dashes = /[-\u2010-\u2015\u2043\u2212\u30FC\uFE58\uFE63\uFF0D\uFF70]/g;
const blanks = /\s+/g;
const quotes = /[‘’‛`´＇']/g;

/** Text without invisible signs and without blanks around it; what is inside stays as it was typed. */
export function trimText(text: string): string {
  let rest = text.replace(stowaways, '').trim();
  // Not by an expression that ends in `$`: those take a step for each pair of blanks.
  while (/^[\u061C\u200E\u200F]/.test(rest)) rest = rest.slice(1).trim();
  while (/^[\u061C\u200E\u200F]/.test(rest.slice(-1))) rest = rest.slice(0, -1).trim();
  return rest;
}

/** Wide letters, digits and signs narrow, every kind of blank plain, without invisible signs: for what is compared or parsed, not for prose. */
export const narrowText = (text: string): string =>
  text.replace(stowaways, '').replace(directions, '').normalize('NFKC').trim();

/** The same without any blank. */
const compact = (text: string): string => narrowText(text).replace(joiners, '').replace(blanks, '');

/** A key of several lines, as PEM. */
export const normalizeKey = (text: string): string => narrowText(text).replace(joiners, '').replace(dashes, '-');

/** A key that is one word. */
export const normalizeToken = compact;

const han = '\\p{Script=Han}';
const dotsOfNames = '[·•‧∙⋅・･]';
/** A full stop is a dot of a name between Chinese letters only; between others it ends an initial. */
const dotsOfChineseNames = new RegExp(`(${han})\\s*(?:${dotsOfNames}|\\.)+\\s*(?=${han})`, 'gu');
const dotsBetweenLetters = new RegExp(`([\\p{L}\\p{M}])\\s*${dotsOfNames}+\\s*(?=\\p{L})`, 'gu');
const blanksInChinese = new RegExp(`(${han})\\s+(?=${han})`, 'gu');

/** The name of a person: no blanks between Chinese letters, `·` (U+00B7) between the parts of a name, narrow Latin letters. */
export const normalizePersonName = (text: string): string =>
  narrowText(text.replace(quotes, "'"))
    .replace(/([\p{Script=Latin}])[\u2010-\u2015\u2212](?=\p{Script=Latin})/gu, '$1-')
    .replace(dotsOfChineseNames, '$1·')
    .replace(dotsBetweenLetters, '$1·')
    .replace(blanksInChinese, '$1')
    .replace(blanks, ' ');

const mobile = /^1[3-9]\d{9}$/;

/** An eleven-digit number as a spreadsheet writes it: `13800001111.0`, `1.3800001111E10`. One that has lost digits is none. */
function digitsOfNumber(text: string): string {
  const scientific = /^(\d)\.(\d{10})0*E\+?10$/i.exec(text);
  if (scientific) return `${scientific[1] ?? ''}${scientific[2] ?? ''}`;
  return text.replace(/\.0+$/, '');
}

/** A mobile number: blanks, dashes, brackets, the apostrophe of a sheet and the code of the country are left out. */
export function normalizeMobile(text: string): string {
  const digits = digitsOfNumber(compact(text).replace(quotes, ''))
    .replace(dashes, '')
    .replace(/[()（）./·]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
  return mobile.test(digits) ? digits : trimText(text);
}

/** A mail address: no blanks, narrow signs, `.` for the full stop of an input method; letters keep their case. */
export function normalizeEmail(text: string): string {
  const address = compact(text)
    .replace(/^mailto:/i, '')
    .replace(/[。｡]/g, '.')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
  return /^[^@]+@[^@]+$/.test(address) ? address : trimText(text);
}

/** The number of an identity card: narrow digits without blanks, dashes and apostrophe, with a capital `X`. */
export function normalizeIdNumber(text: string): string {
  const number = compact(text).replace(quotes, '').replace(dashes, '').toUpperCase();
  return /^(?:\d{15}|\d{17}[\dX])$/.test(number) ? number : trimText(text);
}

/** The code of a text message: six digits, in any width and grouping. */
export function normalizeMessageCode(text: string): string {
  const code = compact(text).replace(dashes, '');
  return /^\d{6}$/.test(code) ? code : trimText(text);
}

/** A telephone number as people write it, in narrow digits and signs. */
export const normalizePhone = (text: string): string =>
  normalizeMobile(
    narrowText(text)
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(blanks, ' '),
  );

/** A number: narrow digits, without the separators of thousands and a sign of currency around it. Other text stays. */
export function normalizeNumber(text: string): string {
  const number = compact(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/^(-?)[¥￥$]/, '$1')
    .replace(/元$/, '');
  if (/^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(number)) return number.replace(/,/g, '').replace(/^\+/, '');
  return /^[-+]?\d+(?:\.\d*)?$/.test(number) ? number.replace(/^\+/, '').replace(/\.$/, '') : trimText(text);
}

const pad = (digits: string): string => digits.padStart(2, '0');

/** A day as yyyy-MM-dd, of `2027/3/1`, `2027.3.1`, `2027年3月1日`, `20270301`; a time after it stays. Other text stays as it is. */
export function normalizeDay(text: string): string {
  const plain = narrowText(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(blanks, ' ');
  const parts =
    /^(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})(?:[ T](\d.*))?$/.exec(plain) ??
    /^(\d{4}) ?(年) ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]? ?(\d.*)?$/.exec(plain) ??
    /^((?:19|20)\d{2})()(\d{2})(\d{2})$/.exec(plain);
  if (!parts) return trimText(text);
  const [, year = '', , month = '', day = '', time] = parts;
  const date = `${year}-${pad(month)}-${pad(day)}`;
  if (time === undefined) return date;
  // What is a moment already keeps its form.
  return /^\d{4}-\d{2}-\d{2}T/.test(plain) ? plain : `${date} ${time}`;
}

/** What somebody looks for: narrow, small letters, single blanks. */
export const normalizeKeyword = (text: string): string => narrowText(text).toLowerCase().replace(blanks, ' ');

/** A heading as it is compared: small letters without blanks, colons and the star of required columns. */
export const normalizeHead = (text: string): string =>
  narrowText(text)
    .replace(dashes, '-')
    .replace(/[*∗﹡✱⁎\s:]/g, '')
    .toLowerCase();
