import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRoot } from './project.mjs';

/** The language in which texts are written first; every other must have all of them. */
const original = 'zh-CN';

/** What the table of words below a heading refuses, each with the words to use instead; `…` stands for up to six signs. */
export function avoidedWords(document, heading = '## Words of the interface') {
  const [, section = ''] = document.split(`${heading}\n`);
  const [table] = section.split(/^#/m);
  const rows = table.match(/^\|[^|]+\|[^|]*`[^|]*\|.*$/gm) ?? [];
  return rows.flatMap((row) => {
    const [, better, worse] = row.split('|').map((cell) => cell.trim());
    return [...worse.matchAll(/`([^`]+)`/g)].map(([, word]) => ({
      word,
      better,
      pattern: new RegExp(word.replace(/[.*+?^${}()[\]\\|]/g, '\\$&').replace('…', '[\u4e00-\u9fff]{0,6}'), 'i'),
    }));
  });
}

const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8');
const avoided = {
  [original]: avoidedWords(glossary),
  'zh-TW': avoidedWords(glossary, '### In zh-TW'),
  en: avoidedWords(glossary, '### In en'),
};
/** Search aliases of pages: people who know such a word may type it. */
const isAlias = (key) => /^palette\.also\.|^resources\.[^.]+\.heads\./.test(key);
/** Frequent characters that Traditional Chinese writes in another way: a text left in Simplified Chinese has one of them. */
const simplified = /[个们这时会学员课设请网页号码录发视频级确认删单击输导试图标钟听说读写]/;

/** The dotted keys that stand twice in one object: JSON.parse keeps the last and says nothing. */
function repeatedKeys(json) {
  const repeated = [];
  const open = [];
  let next = '';
  for (const [sign, key] of json.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    const inner = open.at(-1);
    if (sign === '{') open.push({ path: next, keys: new Set() });
    else if (sign === '}') open.pop();
    else if (key !== undefined) {
      next = inner.path === '' ? key : `${inner.path}.${key}`;
      if (inner.keys.has(key)) repeated.push(next);
      inner.keys.add(key);
    }
  }
  return repeated;
}

/** The texts of a catalogue by their dotted keys. */
export function textsOf(catalogue, prefix = '') {
  return Object.entries(catalogue).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[`${prefix}${key}`, inner]] : textsOf(inner, `${prefix}${key}.`),
  );
}

/** The names in braces, without the branches of plurals. Every refusal may name its field, which some languages leave out. */
const placeholders = (key, text) =>
  [...new Set([...text.matchAll(/(?<!(?:plural,|\}) (?:one|other|=\d+) )\{(\w+)[,}]/g)].map((match) => match[1]))]
    .filter(
      (name) => !['one', 'other'].includes(name) && !(name === 'field' && key.startsWith('validations.messages.')),
    )
    .sort()
    .join(',');

function problemsOfTranslation(texts, translated) {
  return [
    ...[...texts.keys()].filter((key) => !translated.has(key)).map((key) => `"${key}" is missing`),
    ...[...translated.keys()].filter((key) => !texts.has(key)).map((key) => `"${key}" is not in ${original}`),
    ...[...translated]
      .filter(([key, text]) => texts.has(key) && placeholders(key, texts.get(key)) !== placeholders(key, text))
      .map(([key]) => `"${key}" has other placeholders than ${original}`),
  ];
}

function problemsOfOriginal(texts) {
  const problems = [];
  for (const [key, text] of texts) {
    if (/[！!]/.test(text)) problems.push(`"${key}" shouts`);
    if (/[\u4e00-\u9fff][,;?](?!\w)/.test(text)) problems.push(`"${key}" has half-width punctuation`);
    if (/[A-Za-z]{4,} [a-z]{3,} [a-z]{2,}/.test(text) && !/[\u4e00-\u9fff]/.test(text))
      problems.push(`"${key}" is English`);
  }
  return problems;
}

/** The texts with words that the glossary refuses in their language. */
const problemsOfWords = (texts, words = []) =>
  [...texts].flatMap(([key, text]) =>
    words
      .filter(({ pattern }) => pattern.test(text) && !isAlias(key))
      .map(({ word, better }) => `"${key}" says ${word}, for which people say ${better}`),
  );

/** An amount before a noun in the plural, where one of it needs another word; `{min}-{max} digits` is a range. */
const amountOfSeveral =
  /(?<!-)\{(?:count|total|done|made|shown|checked|failed|needed|left|limit|most|all|free|rows|days|hours|minutes|lessons|cards|possible|actions|goal)\} (?:(?!when\b|of\b)[a-z]+ )?(?!this\b|has\b|is\b|was\b)(?:[a-z]{2,}s|people)\b/i;
const plural = /\{\w+, plural,(?:[^{}]|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})*\}/g;

const problemsOfEnglish = (texts) =>
  [...texts]
    .filter(([, text]) => amountOfSeveral.test(text.replaceAll(plural, '')))
    .map(([key]) => `"${key}" has an amount without a form for one`);

function problemsOfTraditional(texts) {
  return [
    ...[...texts].filter(([, text]) => simplified.test(text)).map(([key]) => `"${key}" is in Simplified Chinese`),
    ...[...texts]
      .filter(([, text]) => /[“”]/.test(text))
      .map(([key]) => `"${key}" has quotation marks other than 「」`),
  ];
}

/** Words for the contact that a school may have set; 客服电话 and its like name the setting. */
const contact =
  /客服(?!电话|電話|微信|时间|時間)|\b(?:contact|ask|reach|call|write to) (?:us|support)\b|customer service/i;

/**
 * The texts that send to a contact, which a school need not have: those ask the school, and the button beside them, where a
 * contact is set, leads to it. The wording of that button may, and who quotes its name (`button`).
 */
function problemsOfContact(texts, button) {
  return [...texts]
    .filter(([key, text]) => !key.startsWith('common.support.') && contact.test(text.replaceAll(button, '')))
    .map(([key]) => `"${key}" sends to a contact that may not be set, for which people say 联系学校`);
}

/** What is wrong with the catalogues of a folder; every one must be complete in every language, with wording for every error code. */
export function wordingProblems(folder, errorCodes) {
  const translations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== original)
    .map(({ name }) => name);
  const filesOf = (locale) =>
    readdirSync(join(folder, locale), { recursive: true }).filter((file) => file.endsWith('.json'));
  const problems = [];
  const report = (locale, file, details) => problems.push(...details.map((problem) => `${locale}/${file}: ${problem}`));
  const read = (locale, file) => {
    const path = join(folder, locale, file);
    if (!existsSync(path)) return new Map();
    try {
      return new Map(textsOf(JSON.parse(readFileSync(path, 'utf8'))));
    } catch (error) {
      throw new Error(`${locale}/${file}: ${error.message}`, { cause: error });
    }
  };
  const problemsOfSource = (locale, file) => {
    const path = join(folder, locale, file);
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return repeatedKeys(source).map((key) => `"${key}" stands there twice`);
  };
  const buttonOf = (locale) => new RegExp(`[“「]${read(locale, 'common.json').get('common.support.title')}[”」]`, 'g');
  for (const file of new Set([original, ...translations].flatMap(filesOf))) {
    const texts = read(original, file);
    report(original, file, problemsOfOriginal(texts));
    for (const locale of [original, ...translations]) report(locale, file, problemsOfSource(locale, file));
    for (const locale of translations) report(locale, file, problemsOfTranslation(texts, read(locale, file)));
    report('zh-TW', file, problemsOfTraditional(read('zh-TW', file)));
    report('en', file, problemsOfEnglish(read('en', file)));
    for (const locale of [original, ...translations]) {
      report(locale, file, problemsOfWords(read(locale, file), avoided[locale]));
      report(locale, file, problemsOfContact(read(locale, file), buttonOf(locale)));
    }
  }
  for (const locale of [original, ...translations]) {
    const texts = read(locale, 'errors.json');
    const missing = errorCodes.filter((code) => !texts.has(`errors.${code}`));
    report(
      locale,
      'errors.json',
      missing.map((code) => `"${code}" is missing`),
    );
  }
  return problems;
}

/** The first argument of a translator's call: a key, a choice of keys, or a text with the part of one. */
const call = /\b(?:t|translate)\(\s*((?:[^(),]|\([^()]*\))*)/g;
const wholeKey = /'([a-z]\w*(?:\.[\w-]+)+)'/g;
const beginningOfKey = /`([a-z]\w*\.[\w.-]*)\$\{/g;

/** What sources (path to text) translate that no catalogue has: keys, beginnings of keys, catalogues of parts that load on demand. */
export function missingWording(sources, keys, catalogues) {
  const all = [...keys];
  const hasBeginning = (text) => all.some((key) => key.startsWith(text));
  return Object.entries(sources).flatMap(([file, source]) => {
    const calls = [...source.matchAll(call)].map(([, argument]) => argument);
    const keysLike = (pattern) => calls.flatMap((text) => [...text.matchAll(pattern)].map(([, key]) => key));
    const parts = [...source.matchAll(/'virtual:locale\/(\w+)'/g)].map(([, name]) => name);
    return [
      ...keysLike(wholeKey).filter((key) => !keys.has(key)),
      ...keysLike(beginningOfKey)
        .filter((text) => !hasBeginning(text))
        .map((text) => `${text}…`),
      ...parts.filter((name) => !catalogues.has(name)).map((name) => `${name}.json`),
    ].map((key) => `${file}: "${key}" is in no catalogue`);
  });
}

const shared = fileURLToPath(new URL('../shared/src', import.meta.url));

/** Every source of the product, tests aside, by its path. */
function readSources() {
  const folders = ['web/src', 'server/src', 'shared/src', 'plugins'];
  const isSource = (file) =>
    /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file) && !file.includes('node_modules');
  const files = folders.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true })
      .filter(isSource)
      .map((file) => `${folder}/${file}`),
  );
  return Object.fromEntries(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')]));
}

/** What the product's sources translate that its catalogues lack. */
function checkKeys() {
  const folder = join(shared, 'locales', original);
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json'));
  const texts = files.flatMap((file) => textsOf(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
  return missingWording(
    readSources(),
    new Set(texts.map(([key]) => key)),
    new Set(files.map((file) => file.replace(/\.json$/, ''))),
  );
}

/** What is wrong with the project's own catalogues, or with those of another folder. */
export function checkWording(folder = join(shared, 'locales')) {
  const codes = [...readFileSync(join(shared, 'errors.ts'), 'utf8').matchAll(/^ {2}'([\w.]+)':/gm)];
  return wordingProblems(
    folder,
    codes.map((match) => match[1]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = [...checkWording(), ...checkKeys()];
  if (problems.length > 0) process.stdout.write(`${problems.slice(0, 60).join('\n')}\n${problems.length} problems\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
