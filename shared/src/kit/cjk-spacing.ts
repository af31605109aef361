/** Adds spaces between Chinese and Latin letters or digits, with which an inserted name may start or end. */
export const spaceCjk = (text: string): string =>
  text.replace(/(\p{Script=Han})(?=[A-Za-z\d])/gu, '$1 ').replace(/([A-Za-z\d])(?=\p{Script=Han})/gu, '$1 ');
