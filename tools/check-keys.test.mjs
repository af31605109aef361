import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { missingKeys } from './check-keys.mjs';

test('every key that the types admit is in a catalogue', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'page.ts');
  writeFileSync(
    path,
    `type Translate = (key: string) => string;
    declare const t: Translate, other: (key: string) => string;
    declare const side: 'front' | 'back', text: string, words: { t: Translate };
    t('card.title'); t(\`card.\${side}\`); words.t(side === 'front' ? 'card.front' : 'card.none'); t(\`\${text}.title\`); t(text); other('none');`,
  );
  const program = ts.createProgram([path], { strict: true, types: [], lib: ['lib.es2023.d.ts'] });
  assert.deepEqual(missingKeys(program, new Set(['card.title', 'card.front'])), [
    `${path}:4: "card.back" is in no catalogue`,
    `${path}:4: "card.none" is in no catalogue`,
  ]);
});
