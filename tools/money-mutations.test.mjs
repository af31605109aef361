import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mutations } from './money-mutations.mjs';
import { inRoot } from './project.mjs';

// A renamed variable would otherwise be noticed only by `npm run test:deep`.
test('the text that each mutation replaces is in its file', () => {
  for (const [rule, file, text, , , , { also } = {}] of mutations)
    for (const [path, part] of [[file, text], ...(also ? [also] : [])])
      ok(readFileSync(inRoot(path), 'utf8').includes(part), `${rule}: "${part}" is not in ${path}`);
});
