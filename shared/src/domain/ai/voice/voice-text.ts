const emoji =
  /(?:\p{Regional_Indicator}{2}|[#*0-9]\uFE0F?\u20E3|(?![©®™])\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*)/gu;
const picture = /!\[[^[\]\n]*\]\([^()\n]*\)/g;
const link = /\[([^[\]\n]*)\]\(([^()\n]*)\)/g;
const address = /(?:https?:\/\/|www\.)[^\s)\]"'，。）」]+/gi;
/** Of a line: heading, quotation or item. */
const lineMark = /^([ \t]*)(#{1,6}(?= )|>+(?= |$)|[-*+](?= ))/gm;
/** Marks that stand at their words on the inside: `3 * 4` and `snake_case` have none. */
const emphasis = /(^|[^\p{L}\p{N}\\])(\*{1,3}|_{1,3}|~~|`{1,3})(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/gu;
/** Left of emphasis that another sentence closes, gaps to fill, rules, and the borders of cells. */
const rest = /\*{2,}|_{2,}|~~|`+|-{3,}|\|/g;

const blank = (text: string): string => ' '.repeat(text.length);

const withoutEmphasis = (text: string): string =>
  text.replace(
    emphasis,
    (_all, before: string, mark: string, words: string) => before + blank(mark) + words + blank(mark),
  );

/**
 * What a voice says of a text: marks, emoji and addresses are for the eye. They become blanks, so that every character keeps its
 * place and what is being said can be shown in the text.
 */
export function voiceText(text: string): string {
  const plain = text
    .replace(picture, blank)
    .replace(link, (_all, words: string, target: string) => ` ${words} ${blank(target)}  `)
    .replace(address, blank)
    .replace(emoji, blank)
    .replace(lineMark, (_all, before: string, mark: string) => before + blank(mark));
  // Bold words may have words in italics among them.
  return withoutEmphasis(withoutEmphasis(plain)).replace(rest, blank);
}
