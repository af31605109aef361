import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

/** Most casts, and most reads of a property by a string, per 1,000 lines: both go around the types. */
const limit = 1;
/** What is counted where; styles are read by a string in the browser. */
const folders = { 'server/src/features': ['casts', 'reads'], 'web/src/features': ['casts'] };

const isCounted = (file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file);
/** Only these files are parsed, which saves most of the time. */
const maybe = /[\w)\]}] as (?!const\b)|\['/;

/** Casts (`x as T`, but not `as const`) and reads by a string (`row['name']`) of a source, as line numbers. */
export function findCasts(source, path = 'file.ts') {
  const places = { casts: [], reads: [] };
  if (!maybe.test(source)) return places;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const lineOf = (node) => file.getLineAndCharacterOfPosition(node.end).line + 1;
  const visit = (node) => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) places.casts.push(lineOf(node));
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
      places.reads.push(lineOf(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

/** What exceeds the limit in the sources of a folder (path to text), with the places. */
export function castsOver(folder, sources, kinds = ['casts', 'reads']) {
  const lines = Object.values(sources).reduce((sum, source) => sum + source.split('\n').length, 0);
  const files = Object.entries(sources).map(([path, source]) => ({ path, ...findCasts(source, path) }));
  return kinds.flatMap((kind) => {
    const places = files.flatMap((file) => file[kind].map((line) => `${file.path}:${line}`));
    return places.length * 1000 > limit * lines
      ? [`${folder}: ${places.length} ${kind} in ${lines} lines\n  ${places.join('\n  ')}`]
      : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const over = Object.entries(folders).flatMap(([folder, kinds]) => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
      cwd: root,
      encoding: 'utf8',
    }).split('\n');
    const sources = files.filter(isCounted).map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]);
    return castsOver(folder, Object.fromEntries(sources), kinds);
  });
  if (over.length > 0)
    process.stdout.write(`More than ${limit} per 1,000 lines: name the type instead.\n${over.join('\n')}\n`);
  process.exitCode = over.length > 0 ? 1 : 0;
}
