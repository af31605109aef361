const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  壹: 1,
  贰: 2,
  叁: 3,
  肆: 4,
  伍: 5,
  陆: 6,
  柒: 7,
  捌: 8,
  玖: 9,
};
/** 廿 and 卅 stand for two and three tens. */
const tens: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 廿: 20, 卅: 30 };
const hundreds: Readonly<Record<string, number>> = { 百: 100, 佰: 100 };
const numeral = '零〇一二两三四五六七八九壹贰叁肆伍陆柒捌玖十拾廿卅百佰';

/** The value of a Chinese numeral below a thousand: 三, 十一, 廿二, 一百零五, 二〇. */
export function parseNumeral(text: string): number {
  let [sum, last] = [0, 0];
  for (const sign of text) {
    const [digit, ten, hundred] = [digits[sign], tens[sign], hundreds[sign]];
    if (hundred !== undefined) [sum, last] = [sum + Math.max(1, last) * hundred, 0];
    else if (ten !== undefined) [sum, last] = [sum + (ten === 10 ? Math.max(1, last) * 10 : ten), 0];
    else last = last * 10 + (digit ?? 0);
  }
  return sum + last;
}

type NamePart = { readonly text: string; readonly number: number | null };

/** A numeral counts after 第, before an ordinal word, or alone at either end: 一路顺风 is not lesson one. */
const parts = new RegExp(
  `第\\s*([${numeral}]+|\\d+)|([${numeral}]+)(?=[课讲章节集回单篇关天周步期])|^([${numeral}]+)(?=[\\s、.．，,：:_()（）-]|$)|([${numeral}]+)(?=[)）]?$)|(\\d+)`,
  'gu',
);

function split(name: string): NamePart[] {
  const text = name.normalize('NFKC').trim();
  const sections: NamePart[] = [];
  let end = 0;
  for (const match of text.matchAll(parts)) {
    const word = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '';
    sections.push(
      { text: text.slice(end, match.index), number: null },
      { text: word, number: /^\d/.test(word) ? Number(word) : parseNumeral(word) },
    );
    end = match.index + match[0].length;
  }
  return [...sections, { text: text.slice(end), number: null }];
}

function compare(a: readonly NamePart[], b: readonly NamePart[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]];
    if (!left || !right) return 0;
    if (left.number !== null && right.number !== null) {
      if (left.number !== right.number) return left.number - right.number;
    } else if (left.text !== right.text) return 0;
  }
  return 0;
}

/**
 * Items sorted by the numbers in their names: 第二课 before 第十课, 2 before 10. Numbers are compared where the words before
 * them are the same; names with different words keep their order.
 */
export function inUploadOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const parsed = items.map((item) => ({ item, parts: split(nameOf(item).replace(/\.[A-Za-z\d]{1,5}$/, '')) }));
  // Names are grouped by the words before their first number, so that the comparison is transitive.
  const groups = new Map<string, typeof parsed>();
  for (const one of parsed) {
    const [first, number] = one.parts;
    const key = number ? `${first?.text ?? ''}\u0000` : (first?.text ?? '');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) =>
    group.toSorted((a, b) => compare(a.parts, b.parts)).map(({ item }) => item),
  );
}
