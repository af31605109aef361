import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from './project.mjs';

/** Resources that only list, show and edit their rows: what one costs besides its words. */
const plain = ['ai-prices', 'areas', 'faqs', 'media-folders', 'search-terms', 'subjects', 'teachers'];
const most = { lines: 70, files: 3 };

const sources = ['shared/src/resources', 'server/src/features', 'web/src/features'].flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true }).map((path) => `/${path}`),
);

for (const name of plain)
  test(`${name} is defined in ${most.lines} lines, and has at most ${most.files} files`, () => {
    const path = sources.find((one) => one.endsWith(`/${name}.ts`));
    const definition = readFileSync(inRoot(`shared/src/resources${path}`), 'utf8');
    assert.ok(definition.split('\n').length - 1 <= most.lines);
    const own = sources.filter((path) => new RegExp(`/${name}(\\.resource)?\\.tsx?$`).test(path));
    assert.ok(own.length > 0 && own.length <= most.files, own.join());
  });
