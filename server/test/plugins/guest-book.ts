import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../../src/project-root.ts';

const names = ['plugin.json', 'migrations/0001_lines.sql', 'server.mjs', 'web/book.mjs'];

/** The plugin that a document for authors makes, by the files its code belongs into. */
export function guestBookIn(document: string): Record<string, string> {
  const text = readFileSync(join(findProjectRoot(), 'docs', document), 'utf8');
  const blocks = [...text.matchAll(/^```(json|sql|js)\n(.*?)^```/gms)];
  return Object.fromEntries(names.map((name, index) => [name, blocks[index]?.[2] ?? '']));
}
