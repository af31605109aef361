import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in a bundle, as V8 writes it at the end of a line of a stack trace. */
const place = /(file:\/\/[^\s()]+\.[cm]js):(\d+):(\d+)/;

const maps = new Map<string, SourceMap | null>();

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return null;
  }
}

function mapOf(file: string): SourceMap | null {
  const cached = maps.get(file);
  if (cached !== undefined) return cached;
  const map = readMap(file);
  maps.set(file, map);
  return map;
}

/** The same place in the source; as it is where there is no map. */
function toSource(text: string, file: string, line: string, column: string): string {
  const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return text;
  const path = fileURLToPath(new URL(entry.originalSource, file));
  return `${path}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** A stack trace with the places of the source. */
export const writeTrace = (error: Error, frames: readonly { toString: () => string }[]): string =>
  [String(error), ...frames.map((frame) => `    at ${String(frame).replace(place, toSource)}`)].join('\n');

/**
 * Stack traces name places in the source. Node's own switch reads the map of every module that is loaded and keeps it, which
 * costs a worker of the bundle ten megabytes; there, a map is read for the first error that needs it.
 */
export function traceSources(): void {
  const isBundle = import.meta.url.endsWith('.mjs');
  if (isBundle) Error.prepareStackTrace = writeTrace;
  else process.setSourceMapsEnabled(true);
}
