import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { locales } from '../shared/src/locales/languages.ts';

// npm run make:resource <name>: creates a definition to fill in, its wording files and its line in the registry.
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
    `${JSON.stringify({ resources: { [name]: { name: '', fields: {} } } }, null, 2)}\n`,
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
process.stdout.write(`shared/src/resources/${name}.ts\nNext: fill it in, then npm run db:draft ${name}\n`);
