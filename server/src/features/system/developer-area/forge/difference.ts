import type { DifferenceLine } from '@kaike/shared/contracts/system/code-generation';

/** Unchanged lines shown around a change. */
const around = 3;
/** More changed lines than this are shown as all old and all new. */
const comparable = 2000;

const linesOf = (text: string | null): string[] =>
  text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n');

/** Lengths of the longest common subsequence of what follows each pair of positions. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array<number>(fresh.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const [row, next] = [lengths[i] ?? [], lengths[i + 1] ?? []];
      row[j] = old[i] === fresh[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function middleOf(old: readonly string[], fresh: readonly string[]): DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  const isComparable = old.length * fresh.length <= comparable * comparable;
  const lengths = isComparable ? commonLengths(old, fresh) : [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [left, right] = [old[i], fresh[j]];
    if (isComparable && left !== undefined && left === right) {
      lines.push({ mark: ' ', text: left });
      [i, j] = [i + 1, j + 1];
    } else if (
      left !== undefined &&
      (right === undefined || (lengths[i + 1]?.[j] ?? 1) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      lines.push({ mark: '-', text: left });
      i += 1;
    } else {
      lines.push({ mark: '+', text: right ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** What is far from every change is left out, as `…`. */
function shorten(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ mark }) => mark !== ' ');
  return lines.flatMap((line, index): DifferenceLine[] => {
    if (isNear(index)) return [line];
    return index === 0 || isNear(index - 1) ? [{ mark: '…', text: '' }] : [];
  });
}

/** The lines of a change with those around them. */
export function difference(before: string | null, after: string): DifferenceLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let [start, end] = [0, 0];
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const same = (lines: readonly string[]): DifferenceLine[] => lines.map((text) => ({ mark: ' ', text }));
  return shorten([
    ...same(old.slice(Math.max(0, start - around - 1), start)),
    ...middleOf(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...same(old.slice(old.length - end, old.length - end + around + 1)),
  ]);
}
