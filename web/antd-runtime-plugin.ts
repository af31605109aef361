import { parseSync, Visitor, type Plugin } from 'vite';
import { folderOf, namesOfAntd, stylesheetOf } from './antd-css-plugin.ts';

type Edit = { start: number; end: number; text: string };

const styleFile = /[\\/]antd[\\/]es[\\/](?:([a-z-]+)[\\/]style[\\/][\w-]+|_util[\\/]wave[\\/]style)\.js$/;
const engineFile = /[\\/]cssinjs-utils[\\/]es[\\/]util[\\/]genStyleUtils\.js$/;
const makers = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

const applyEdits = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end), code);

/** The code of a component's styles without what writes their rules: only the values of its variables are left. */
export function withoutRules(file: string, code: string): string {
  const edits: Edit[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [, rules] }) {
      if (callee.type !== 'Identifier' || !makers.has(callee.name) || !rules) return;
      edits.push({ start: rules.start, end: rules.end, text: 'null' });
    },
  }).visit(parseSync(file, code).program);
  return applyEdits(code, edits);
}

/** The code that makes the hooks of styles without what inserts rules into the page: as the hooks are with `zeroRuntime`. */
export function withoutInsertion(file: string, code: string): string {
  const edits: Edit[] = [];
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (id?.name === 'genComponentStyleHook' && body)
        edits.push({ start: body.start, end: body.end, text: '{ return () => useToken().hashId; }' });
    },
  }).visit(parseSync(file, code).program);
  if (edits.length !== 1) throw new Error(`${file} makes hooks in another way than antd-runtime-plugin.ts expects.`);
  return applyEdits(code, edits);
}

/** The code with everything of antd taken from its own module, so that chunks can be made by what is reached. */
export const withDirectImports = (code: string): string =>
  code.replace(namesOfAntd, (_statement, kind: string, list: string) =>
    list
      .split(',')
      .map((name) => name.trim().split(' as '))
      .filter(([name]) => name)
      .map(([name = '', alias = name]) => {
        const from = `from 'antd/es/${folderOf(name)}'`;
        return kind === 'import' ? `import ${alias} ${from}` : `export { default as ${alias} } ${from}`;
      })
      .join(';'),
  );

/** Leaves out of the browser's code the rules of antd's styles, which are in its stylesheet (kit/theme/antd-theme.tsx sets `zeroRuntime`). */
export function antdRuntimePlugin(): Plugin {
  return {
    name: 'antd-runtime',
    apply: 'build',
    transform(code, id) {
      const [isStyle, folder = ''] = styleFile.exec(id) ?? [];
      if (isStyle) {
        const own = id.endsWith('index.js') ? stylesheetOf(folder) : null;
        return { code: (own === null ? '' : `import '${own}';`) + withoutRules(id, code), map: null };
      }
      if (engineFile.test(id)) return { code: withoutInsertion(id, code), map: null };
      return id.includes('node_modules') ? null : { code: withDirectImports(code), map: null };
    },
  };
}
