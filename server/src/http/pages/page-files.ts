import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@kaike/shared/locales/languages';

/** By URL: the files it needs beyond the entry (in every language, and per language) and the requests it starts with. */
type PageFiles = Record<string, { all: string[]; words: Record<string, string[]>; answers: string[] }>;

/** The language of the visitor, and whether there is a session, without which only the login page is shown. */
type Reader = { language: Locale; has_session: boolean };

const toLink = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** The parameters of an address such as `/home/courses/7` for a pattern such as `/home/courses/:id`; null when it does not match. */
function match(pattern: string, path: string): Record<string, string> | null {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')];
  const isMatch =
    patternParts.length === pathParts.length &&
    patternParts.every((part, index) => part.startsWith(':') || part === pathParts[index]);
  return isMatch
    ? Object.fromEntries(
        patternParts.flatMap((part, index) => (part.startsWith(':') ? [[part, pathParts[index] ?? '']] : [])),
      )
    : null;
}

const loginPage = '/open/login';
const needsSession = (path: string): boolean => path.startsWith('/home') || path.startsWith('/admin');
/** Needs no escaping in an attribute. */
const isPlain = (text: string): boolean => /^[\w/-]+$/.test(text);

/** For the head of a page: `early`, before the first script, names the answers to request at once; `links`, at its end, are links to files. */
export type PageHead = { early: string; links: string };

/**
 * What a page needs first, beyond what every page links; the build writes the list (web/pages-plugin.ts).
 * Empty for an unknown address, and for a build without a list.
 */
export function loadPageFiles(root: string): (path: string, reader: Reader) => PageHead {
  const list = join(root, '.vite/pages.json');
  const pages = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as PageFiles) : {};
  const patterns = Object.keys(pages).toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
  return (path, { language, has_session }) => {
    const address = path === '/' || (needsSession(path) && !has_session) ? loginPage : path;
    const pattern = patterns.find((one) => match(one, address));
    const needed = pattern === undefined ? undefined : pages[pattern];
    if (!pattern || !needed || !isPlain(address)) return { early: '', links: '' };
    const parameters = match(pattern, address) ?? {};
    const answers = needed.answers.map((one) => one.replace(/:\w+/g, (name) => parameters[name] ?? name));
    return {
      early: answers.length === 0 ? '' : `<meta name="early" content="${answers.join(' ')}">`,
      links: [...needed.all, ...(needed.words[language] ?? [])].map(toLink).join(''),
    };
  };
}
