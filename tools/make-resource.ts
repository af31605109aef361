import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { locales } from '../shared/src/locales/languages.ts';

// npm run make:resource <name>: creates a definition to fill in, its wording files, its line in the registry, and its entries
// in the lists of the logs.
const name = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z]+)*$/.test(name)) throw new Error('usage: npm run make:resource <plural-kebab-case-name>');
const camel = name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
const here = (path: string): URL => new URL(`../shared/src/${path}`, import.meta.url);
const definition = here(`resources/${name}.ts`);
if (existsSync(definition)) throw new Error(`${name} exists already.`);

writeFileSync(
  definition,
  `import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

export const ${camel} = defineResource({
  name: '${name}',
  table: '${name.replaceAll('-', '_')}',
  area: 'admin',
  menu: { root: 'system', icon: 'list', sort: 100 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50' }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: { columns: ['name', 'remark', 'updated_at'], search: ['name'], sort: ['updated_at'], default_sort: '-id' },
  form: [{ group: 'basic', fields: ['name', 'remark'] }],
  transfer: { export: ['id', 'name', 'remark', 'updated_at'] },
});
`,
);
for (const locale of locales) {
  writeFileSync(
    here(`locales/${locale}/resources/${name}.json`),
    `${JSON.stringify({ resources: { [name]: { name: '', unit: '', fields: {} } } }, null, 2)}\n`,
  );
}
const registry = here('resources/index.ts');
const text = readFileSync(registry, 'utf8');
// Adds only two lines: the import in alphabetical order, the name at the end of the list.
const lines = text.split('\n');
const own = `import { ${camel} } from './${name}.ts';`;
const isImport = (line: string): boolean => /^import \{ \w+ \} from '\.\/[\w-]+\.ts';$/.test(line);
const later = lines.findIndex((line) => isImport(line) && (/'(.*)'/.exec(line)?.[1] ?? '') > `./${name}.ts`);
lines.splice(later >= 0 ? later : lines.findLastIndex(isImport) + 1, 0, own);
lines.splice(lines.indexOf('];'), 0, `  ${camel},`);
writeFileSync(registry, lines.join('\n'));

/** Adds the resource to a list of names and its wording, still to be written, to the choices made from it. */
function addToList(file: 'logs' | 'down-log'): void {
  const list = here(`resources/${file}.ts`);
  writeFileSync(list, readFileSync(list, 'utf8').replace('\n] as const;', `\n  '${name}',\n] as const;`));
  for (const locale of locales) {
    const catalogue = here(`locales/${locale}/resources/${file}.json`);
    const words = readFileSync(catalogue, 'utf8');
    const next = words.replace(/("resource": \{[^}]*?)(\n\s*\})/, `$1,\n          "${name}": ""$2`);
    if (next === words) throw new Error(`${catalogue.pathname} has no choices of resources.`);
    writeFileSync(catalogue, next);
  }
}
addToList('logs');
addToList('down-log');
process.stdout.write(
  `shared/src/resources/${name}.ts\nNext: fill it in, write its words (find "": in the catalogues), then npm run db:draft ${name}\n`,
);
