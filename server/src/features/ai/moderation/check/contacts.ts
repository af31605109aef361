/** Digits of a phone, an identity card or an account, also with gaps or full width; years, prices and times are shorter. */
const numbers =
  /(?<![\p{Script=Latin}\p{N}.])\+?\p{Nd}(?:[\s().-]{0,2}\p{Nd}){6,18}[xXｘＸ]?(?![\p{Script=Latin}\p{N}])/gu;
const mails = /[\p{L}\p{N}._%+-]+\s?[@＠]\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** An account after its service: `微信号：abc_123`, `my WhatsApp is kim.lee`. */
const accounts =
  /(?<=(?:微信|v信|wechat|weixin|qq|whatsapp|telegram|instagram|snapchat|line id)(?:号码|号|账号|帐号| id| number)?\s?(?:是|为|is|[:：])\s?)[a-z0-9_.-]{5,30}/giu;

/** Counting, `1 2 3 4 5 6 7`, and days, `2024-05-06`, are no contacts. */
const isContact = (match: string): boolean =>
  /\p{Nd}{3}/u.test(match) && !/^\p{Nd}{4}[-.]\p{Nd}{1,2}[-.]\p{Nd}{1,2}$/u.test(match);

const hide = (match: string): string => match.replaceAll(/[\p{L}\p{N}]/gu, '*');

/** Masks phone numbers, ids, mail addresses and accounts of messengers. The length stays, so places in the text do, too. */
export function maskContacts(text: string): string {
  return text
    .replaceAll(mails, hide)
    .replaceAll(accounts, hide)
    .replaceAll(numbers, (match) => (isContact(match) ? hide(match) : match));
}
