import { isCalendarDay } from './calendar.ts';
import { countCharacters, pattern, textRule, type Rule } from './rule.ts';

/** As `normalizePersonName` leaves them: one dot for all dots. */
const chineseName = /^\p{Script=Han}+(?:·\p{Script=Han}+)*$/u;
const latinName = /^\p{Script=Latin}[\p{Script=Latin}\p{M} .,'·-]*$/u;

function isName(text: string): boolean {
  const count = countCharacters(text);
  return (count <= 30 && chineseName.test(text)) || (count >= 2 && count <= 60 && latinName.test(text));
}

/** Provinces by their first two digits; 9 starts a foreign resident's number. */
const province = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|9\d)/;
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

function isBirthday(digits: string): boolean {
  const [year, month, day] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8))];
  return year >= 1900 && isCalendarDay(year, month, day) && Date.UTC(year, month - 1, day) <= Date.now();
}

/** GB 11643: 18 characters with an ISO 7064 check character, or 15 digits of the old form, which has none. */
function isIdCard(text: string): boolean {
  if (!province.test(text)) return false;
  if (/^\d{15}$/.test(text)) return isBirthday(`19${text.slice(6, 12)}`);
  if (!/^\d{17}[\dXx]$/.test(text) || !isBirthday(text.slice(6, 14))) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return '10X98765432'[sum % 11] === (text[17] ?? '').toUpperCase();
}

const chineseAddress = /^[\p{Script=Han}\w\s·#()（）［］[\],，.。、:：/&—–-]+$/u;
const englishAddress = /^[A-Za-z0-9\s#()[\],.:;'’/&-]+$/;

function isAddress(text: string, allowed: RegExp, needed: RegExp): boolean {
  const count = countCharacters(text);
  return count >= 4 && count <= 200 && allowed.test(text) && needed.test(text);
}

export const chinaRules = {
  mobile: pattern(/^1[3-9]\d{9}$/),
  mobile_code: pattern(/^\d{6}$/),
  /** Area code, number of 7 or 8 digits, extension. */
  fix_phone: pattern(/^(?:0\d{2,3}[- ]?)?[2-9]\d{6,7}(?:-\d{1,6})?$/),
  /** Any number a learner can dial: mobile, landline, 400 or five-digit, with an extension. */
  phone: pattern(/^(?:\d{5}|[+(（]?\d[\d ()（）-]{6,20}\d(?: ?[转轉] ?\d{1,6})?)$/),
  id_card: textRule(isIdCard),
  name: textRule(isName),
  addr: textRule((text) => isAddress(text, chineseAddress, /\p{Script=Han}/u)),
  english_addr: textRule((text) => isAddress(text, englishAddress, /[A-Za-z]/)),
} satisfies Record<string, Rule>;
