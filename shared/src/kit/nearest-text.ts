/** What texts are compared by: every two signs that follow each other, and each Chinese one, as a word may be one. */
function partsOf(text: string): Set<string> {
  const signs = [...text.toLowerCase().replace(/\s+/g, '')];
  const pairs = signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
  return new Set(signs.length < 2 ? signs : pairs.concat(signs.filter((sign) => sign >= '\u4e00')));
}

/** How much two texts have in common, from 0 to 1 (Dice). */
function likeness(left: string, right: string): number {
  const [a, b] = [partsOf(left), partsOf(right)];
  const common = [...a].filter((part) => b.has(part)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

/** Below this, two texts are not meant to be the same. */
const leastLikeness = 0.3;

/** The candidate most like the text; null when none is. */
export function nearestText(text: string, candidates: readonly string[]): string | null {
  let best: { text: string; value: number } | null = null;
  for (const candidate of candidates) {
    const value = likeness(text, candidate);
    if (value >= leastLikeness && value > (best?.value ?? 0)) best = { text: candidate, value };
  }
  return best?.text ?? null;
}
