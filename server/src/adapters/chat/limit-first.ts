/** A signal that is also aborted when nothing came for so long; `lift` ends that limit and leaves the other. Null: no limit. */
export function limitFirst(outer: AbortSignal, ms: number | null): { signal: AbortSignal; lift: () => void } {
  if (ms === null) return { signal: outer, lift: () => undefined };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('nothing came', 'TimeoutError')), ms);
  return { signal: AbortSignal.any([outer, late.signal]), lift: () => clearTimeout(timer) };
}
