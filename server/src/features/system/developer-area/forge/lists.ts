import { camelCase } from './print.ts';

/** The registry with one more definition: its import in alphabetical order, its name at the end of the list. */
export function addToRegistry(text: string, { name, file }: { name: string; file: string }): string {
  const camel = camelCase(name);
  const lines = text.split('\n');
  const isImport = (line: string): boolean => /^import \{ \w+ \} from '\.\/[\w/-]+\.ts';$/.test(line);
  const later = lines.findIndex((line) => isImport(line) && (/'(.*)'/.exec(line)?.[1] ?? '') > file);
  lines.splice(later >= 0 ? later : lines.findLastIndex(isImport) + 1, 0, `import { ${camel} } from '${file}';`);
  lines.splice(lines.indexOf('];'), 0, `  ${camel},`);
  return lines.join('\n');
}

/** A list of names, as the logs have one, with one more. */
export const addToNames = (text: string, name: string): string =>
  text.replace('\n] as const;', `\n  '${name}',\n] as const;`);

/** The words of a log with one more choice of a resource. */
export const addToChoices = (text: string, name: string, words: string): string =>
  text.replace(/("resource": \{[^}]*?)(\n\s*\})/, (_all, choices: string, end: string) =>
    [choices, `,\n          ${JSON.stringify(name)}: ${JSON.stringify(words)}`, end].join(''),
  );
