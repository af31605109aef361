import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const locales = fileURLToPath(new URL('../shared/src/locales', import.meta.url));
/** Catalogues that members see: must be complete in zh-TW as well. */
const memberFiles = ['common', 'errors', 'validations', 'pages', 'auth', 'home', 'cards', 'courses', 'watching'];

function filesOf(locale) {
  return readdirSync(join(locales, locale), { recursive: true }).filter((file) => file.endsWith('.json'));
}

function keysOf(value, prefix = '') {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [`${prefix}${key}`] : keysOf(inner, `${prefix}${key}.`),
  );
}

function read(locale, file) {
  try {
    return new Map(keysOf(JSON.parse(readFileSync(join(locales, locale, file), 'utf8'))).map((key) => [key, key]));
  } catch (error) {
    if (error.code === 'ENOENT') return new Map();
    throw new Error(`${locale}/${file}: ${error.message}`, { cause: error });
  }
}

function texts(locale, file) {
  const flat = (value, prefix = '') =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? [[`${prefix}${key}`, inner]] : flat(inner, `${prefix}${key}.`),
    );
  try {
    return new Map(flat(JSON.parse(readFileSync(join(locales, locale, file), 'utf8'))));
  } catch {
    return new Map();
  }
}

/** Developers' and accountants' jargon, and the words to use instead. */
const avoided = { 学科: '科目', 栏目: '专栏', 冲正: '撤销激活' };
/** Search aliases of pages: people who know such a word may type it. */
const isAlias = (key) => key.startsWith('palette.also.');

const placeholders = (text) =>
  [...text.matchAll(/\{(\w+)[,}]/g)]
    .map((match) => match[1])
    .filter((name) => name !== 'one' && name !== 'other')
    .sort()
    .join(',');
const problems = [];

for (const file of new Set([...filesOf('zh-CN'), ...filesOf('en'), ...filesOf('zh-TW')])) {
  const original = read('zh-CN', file);
  const needed = memberFiles.includes(file.replace('.json', '')) ? ['en', 'zh-TW'] : ['en'];
  for (const locale of needed) {
    const other = read(locale, file);
    for (const key of original.keys()) if (!other.has(key)) problems.push(`${locale}/${file}: "${key}" is missing`);
    for (const key of other.keys())
      if (!original.has(key)) problems.push(`${locale}/${file}: "${key}" is not in zh-CN`);
    const [left, right] = [texts('zh-CN', file), texts(locale, file)];
    for (const [key, text] of left) {
      const translated = right.get(key);
      if (
        translated !== undefined &&
        new Set(placeholders(text).split(',')).size !== new Set(placeholders(translated).split(',')).size
      )
        problems.push(`${locale}/${file}: "${key}" has other placeholders than zh-CN`);
    }
  }
  for (const [key, text] of texts('zh-CN', file)) {
    if (/[！!]/.test(text)) problems.push(`zh-CN/${file}: "${key}" shouts`);
    if (/[\u4e00-\u9fff][,;?](?!\w)/.test(text)) problems.push(`zh-CN/${file}: "${key}" has half-width punctuation`);
    for (const [word, better] of Object.entries(avoided))
      if (text.includes(word) && !isAlias(key))
        problems.push(`zh-CN/${file}: "${key}" says ${word}, for which people say ${better}`);
    if (/[A-Za-z]{4,} [a-z]{3,} [a-z]{2,}/.test(text) && !/[\u4e00-\u9fff]/.test(text))
      problems.push(`zh-CN/${file}: "${key}" is English`);
  }
}

// Every error code must have wording.
const codes = [...readFileSync(join(locales, '../errors.ts'), 'utf8').matchAll(/^ {2}'([\w.]+)':/gm)].map(
  (match) => match[1],
);
for (const locale of ['zh-CN', 'en', 'zh-TW']) {
  const errors = read(locale, 'errors.json');
  for (const code of codes)
    if (!errors.has(`errors.${code}`)) problems.push(`${locale}/errors.json: "${code}" is missing`);
}

if (problems.length > 0) process.stdout.write(`${problems.slice(0, 60).join('\n')}\n${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
