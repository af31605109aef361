import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { avoidedWords, checkWording, missingWording } from './check-wording.mjs';

const folder = mkdtempSync(join(tmpdir(), 'locales-'));
cpSync(fileURLToPath(new URL('../shared/src/locales', import.meta.url)), folder, { recursive: true });
test.after(() => rmSync(folder, { recursive: true }));

/** What the check says of the project's catalogues when one of them differs in this way. */
function problemsWith(file, change) {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const catalogue = JSON.parse(before);
  change(catalogue);
  writeFileSync(path, JSON.stringify(catalogue));
  try {
    return checkWording(folder);
  } finally {
    writeFileSync(path, before);
  }
}

test('the catalogues have no problems', () => assert.deepEqual(checkWording(folder), []));

for (const locale of ['zh-TW', 'en']) {
  test(`every part must be complete in ${locale}`, () => {
    const problems = problemsWith(`${locale}/resources/roles.json`, ({ resources }) => delete resources.roles.name);
    assert.deepEqual(problems, [`${locale}/resources/roles.json: "resources.roles.name" is missing`]);
  });

  test(`a text has the same placeholders in ${locale}`, () => {
    const problems = problemsWith(`${locale}/kit.json`, ({ kit }) => (kit.total = 'many'));
    assert.deepEqual(problems, [`${locale}/kit.json: "kit.total" has other placeholders than zh-CN`]);
  });
}

test('no key stands twice in one object', () => {
  const path = join(folder, 'en/kit.json');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace(/"kit": \{/, '"kit": { "refresh": "Again: \\"{",'));
  const problems = checkWording(folder);
  writeFileSync(path, before);
  assert.deepEqual(problems, ['en/kit.json: "kit.refresh" stands there twice']);
});

test('a text of zh-TW is not left in Simplified Chinese', () => {
  const problems = problemsWith('zh-TW/kit.json', ({ kit }) => (kit.refresh = '刷新“页面”'));
  assert.deepEqual(problems, [
    'zh-TW/kit.json: "kit.refresh" is in Simplified Chinese',
    'zh-TW/kit.json: "kit.refresh" has quotation marks other than 「」',
  ]);
});

test('a thing has one name: cards are activated, not courses, and lessons are counted without a measure word', () => {
  const problems = problemsWith('zh-CN/kit.json', ({ kit }) => {
    kit.refresh = '激活课程';
    kit.empty_filtered_hint = '共 {count} 个课时';
  });
  assert.deepEqual(
    problems.filter((problem) => problem.includes('people say')),
    [
      'zh-CN/kit.json: "kit.refresh" says 激活课程, for which people say 激活学习卡',
      'zh-CN/kit.json: "kit.empty_filtered_hint" says } 个课时, for which people say } 课时',
    ],
  );
});

test('what did not work has failed', () => {
  const problems = problemsWith('zh-CN/kit.json', ({ kit }) => (kit.refresh = '页面没有刷新成功'));
  assert.deepEqual(problems, ['zh-CN/kit.json: "kit.refresh" says 没有…成功, for which people say 失败']);
});

for (const [locale, sentence, button] of [
  ['zh-CN', '如有问题请联系客服。', '显示在“联系客服”中'],
  ['zh-TW', '請把訂單號傳給客服。', '顯示在「聯絡客服」中'],
  ['en', 'Please contact us.', 'Shown under “Contact support”'],
])
  test(`a sentence of ${locale} sends nobody to a contact that may not be set`, () => {
    const problemsOf = (text) => problemsWith(`${locale}/kit.json`, ({ kit }) => (kit.refresh = text));
    assert.deepEqual(problemsOf(sentence), [
      `${locale}/kit.json: "kit.refresh" sends to a contact that may not be set, for which people say 联系学校`,
    ]);
    assert.deepEqual(problemsOf(button), []);
  });

for (const [locale, text, problem] of [
  ['zh-TW', '請提交申請', '提交, for which people say 送出'],
  ['en', 'Your study card', 'study card, for which people say card'],
])
  test(`a thing has one name in ${locale}`, () => {
    const problems = problemsWith(`${locale}/kit.json`, ({ kit }) => (kit.refresh = text));
    assert.deepEqual(problems, [`${locale}/kit.json: "kit.refresh" says ${problem}`]);
  });

test('an amount in English has a form for one', () => {
  const problemsOf = (text) => problemsWith('en/kit.json', ({ kit }) => (kit.empty_filtered_hint = text));
  const problem = 'en/kit.json: "kit.empty_filtered_hint" has an amount without a form for one';
  for (const text of ['{count} rows were kept', '{done} of {total} lessons', '{left} more cards', '{count} people'])
    assert.ok(problemsOf(text).includes(problem), text);
  for (const text of ['{count, plural, one {# row was} other {# rows were}} kept', '{count} s', '{count} in all'])
    assert.ok(!problemsOf(text).includes(problem), text);
});

test('the table of words in the glossary is what is refused', () => {
  const table = [
    '## Words of the interface',
    '',
    '| say | not | because |',
    '|---|---|---|',
    '| 甲 | `乙` `没有…丁` | 戊 |',
    '| 己 | 庚 | a person judges |',
  ];
  const words = avoidedWords(table.join('\n'));
  assert.deepEqual(
    words.map(({ word, better }) => [word, better]),
    [
      ['乙', '甲'],
      ['没有…丁', '甲'],
    ],
  );
  assert.equal(words[1].pattern.test('页面没有刷新丁'), true);
  assert.equal(words[1].pattern.test('页面没有，刷新丁'), false);
});

test('a source translates only what a catalogue has', () => {
  const keys = new Set(['kit.delete', 'kit.modes.list', 'kit.modes.tree']);
  const problemsOf = (source) => missingWording({ 'a.tsx': source }, keys, new Set(['kit_fields']));
  const complete = `import words from 'virtual:locale/kit_fields';
    t('kit.delete', { title: 'kit.title' }); t(isTree ? 'kit.modes.tree' : 'kit.modes.list'); t(\`kit.modes.\${mode}\`);
    words.t(\`\${key}.remove\`); split('kit.title'); t('remove');`;
  assert.deepEqual(problemsOf(complete), []);
  const lacking = `import words from 'virtual:locale/kit_lists';
    words.t('kit.remove'); t(find(mode) ? 'kit.delete' : 'kit.drop'); translate(\`kit.views.\${mode}\`);`;
  assert.deepEqual(problemsOf(lacking), [
    'a.tsx: "kit.remove" is in no catalogue',
    'a.tsx: "kit.drop" is in no catalogue',
    'a.tsx: "kit.views.…" is in no catalogue',
    'a.tsx: "kit_lists.json" is in no catalogue',
  ]);
});
