/** What the fakes find in a text, by a word in it that nobody else objects to. */
export type Risk = 'none' | 'doubt' | 'sexual' | 'despair' | 'secret';

export const riskIn = (text: string): Risk => {
  if (/orchid/i.test(text)) return 'sexual';
  if (/hopeless/i.test(text)) return 'despair';
  if (/volcano/i.test(text)) return 'secret';
  return /tulip/i.test(text) ? 'doubt' : 'none';
};
