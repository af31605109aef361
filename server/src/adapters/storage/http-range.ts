export type ByteRange = { start: number; end: number };

export type Validators = { size: number; etag: string; last_modified: string };

/** Parses one `bytes=` range by RFC 9110, section 14. Undefined means: send the whole file (no range, another unit, several or malformed ranges). */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header);
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? undefined : suffixRange(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Number(last);
  if (last !== '' && end < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}

/** A suffix longer than the file is the whole file; an empty one is unsatisfiable. */
function suffixRange(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
}

/** Whether a range still applies: `If-Range` must match the current file, by strong tag or exact date. */
export function isRangeCurrent(ifRange: string | undefined, file: Validators): boolean {
  return ifRange === undefined || ifRange === file.etag || ifRange === file.last_modified;
}

/** Whether the client's copy is current: `If-None-Match` compares weakly and overrides `If-Modified-Since`. */
export function isUnmodified(
  request: { if_none_match?: string | undefined; if_modified_since?: string | undefined },
  file: Validators,
): boolean {
  if (request.if_none_match !== undefined) {
    const tags = request.if_none_match.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(file.etag);
  }
  const since = Date.parse(request.if_modified_since ?? '');
  return since >= Date.parse(file.last_modified);
}
