type NumberToken = { text: string; clause: number };

const listed = (text: string, step: (index: number) => number): [string, number][] =>
  text.split(' ').map((word, index) => [word, step(index)]);

const values = new Map<string, number>([
  ...listed(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    (index) => index,
  ),
  ...listed('twenty thirty forty fifty sixty seventy eighty ninety', (index) => (index + 2) * 10),
  ['dozen', 12],
  ['couple', 2],
]);
const scales = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1000],
]);

const isNumberWord = (text: string | undefined): boolean =>
  text !== undefined && (values.has(text) || scales.has(text));

/** Whether a value continues a number: `twenty five`, `two hundred fifty`, but not `seven thirty`. */
const continues = (current: number, value: number): boolean =>
  current === 0 || (value < 10 && current % 10 === 0 && current % 100 >= 20) || (current % 100 === 0 && value < 100);

/** Reads the number word by word from here: its value, and how many words it takes. */
function readNumber(words: readonly NumberToken[], start: number): { value: number; length: number } {
  let [total, current, length] = [0, 0, 0];
  for (; start + length < words.length; length += 1) {
    const text = words[start + length]?.text ?? '';
    const [value, scale] = [values.get(text), scales.get(text)];
    const isAnd = text === 'and' && total + current >= 100 && isNumberWord(words[start + length + 1]?.text);
    if (value !== undefined && (length === 0 || (value > 0 && continues(current, value)))) current += value;
    else if (scale === 100 && current < 10) current = Math.max(current, 1) * scale;
    else if (scale === 1000 && total === 0) [total, current] = [Math.max(current, 1) * scale, 0];
    else if (!isAnd) break;
  }
  return { value: total + current, length };
}

/** Writes numbers in words as digits: `two hundred and fifty` becomes `250`. */
export function joinNumbers(words: readonly NumberToken[]): NumberToken[] {
  const joined: NumberToken[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word) break;
    if (!isNumberWord(word.text)) {
      joined.push(word);
      continue;
    }
    const { value, length } = readNumber(words, index);
    joined.push({ text: String(value), clause: word.clause });
    index += Math.max(length, 1) - 1;
  }
  return joined;
}
