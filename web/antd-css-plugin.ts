import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** antd components that nothing here uses. Their styles are left out, and the build fails on a module that uses one after all. */
const unused = [
  'app',
  'border-beam',
  'form',
  'listy',
  'message',
  'otp',
  'result',
  'segmented',
  'table',
  'anchor',
  'affix',
  'avatar',
  'back-top',
  'badge',
  'breadcrumb',
  'calendar',
  'card',
  'carousel',
  'cascader',
  'collapse',
  'color-picker',
  'comment',
  'descriptions',
  'divider',
  'float-btn',
  'image',
  'layout',
  'list',
  'masonry',
  'mentions',
  'page-header',
  'popconfirm',
  'qrcode',
  'rate',
  'ribbon',
  'slider',
  'splitter',
  'statistic',
  'steps',
  'timeline',
  'tour',
  'transfer',
  'typography',
  'upload',
  'watermark',
  'pagination',
  'grid',
  'row',
  'col',
  'flex',
];
/** Colours of buttons and tags other than those of the theme, and pages written from right to left. */
const looks = 'blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold|rtl';
/** What the stylesheet has of the page antd collected it from: the values of variables, which the theme sets, and a list of caches. */
const collected = String.raw`\.css-var-_R_|\.data-ant-`;
const ofUnused = new RegExp(
  `\\.ant-(?:${unused.join('|')})(?![a-z])|\\.ant-[\\w-]+-(?:${looks})(?![a-z])|${collected}`,
);

/** Components whose styles come with their code, by its folder in antd: pages seldom begin with them, and rules of ours for them are more specific. */
const separate: ReadonlyMap<string, string> = new Map([
  ['date-picker', 'picker'],
  ['notification', 'notification'],
]);
const separateFile = /^virtual:antd-css\/([a-z-]+)\.css$/;
/** The stylesheet of a component that has its own; null for others. */
export const stylesheetOf = (folder: string): string | null =>
  separate.has(folder) ? `virtual:antd-css/${separate.get(folder)}.css` : null;

/** Top-level blocks of a stylesheet: the text before the brace, and the whole block. */
function* blocksOf(css: string): Generator<{ head: string; text: string }> {
  let depth = 0;
  let start = 0;
  for (let index = 0; index < css.length; index += 1) {
    if (css[index] === '{') depth += 1;
    if (css[index] !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    const text = css.slice(start, index + 1);
    yield { head: text.slice(0, text.indexOf('{')), text };
    start = index + 1;
  }
}

/** Commas in brackets separate nothing, and what is negated need not be there. */
const selectorsIn = (head: string): string[] =>
  head.split(/,(?![^(]*\))/).map((selector) => selector.replaceAll(/:not\([^)]*\)/g, ''));
const isUnused = (head: string): boolean => selectorsIn(head).every((selector) => ofUnused.test(selector));
const isOf = (name: string, head: string): boolean =>
  selectorsIn(head).every((selector) => new RegExp(`\\.ant-${name}(?![a-z])`).test(selector));

/** The rules of a stylesheet that `keeps` wants by their selectors, inside of `@media` and its like, too; other at-rules stay if `keepsOthers`. */
function pickRules(css: string, keeps: (head: string) => boolean, keepsOthers: boolean): string {
  return [...blocksOf(css)]
    .map(({ head, text }) => {
      if (!head.startsWith('@')) return keeps(head) ? text : '';
      if (!/^@(?:media|supports|container)/.test(head)) return keepsOthers ? text : '';
      const inner = pickRules(text.slice(head.length + 1, -1), keeps, keepsOthers);
      return inner === '' ? '' : `${head}{${inner}}`;
    })
    .join('');
}

/** Without what is unused, and what comes with its component. */
export const commonRules = (css: string): string =>
  pickRules(css, (head) => !isUnused(head) && ![...separate.values()].some((name) => isOf(name, head)), true);

type Command = 'build' | 'serve';
/** What pages begin with: all of them on the development server, where components bring none (antd-runtime-plugin.ts is of the build). */
export const firstRules = (command: Command, css: string): string => (command === 'build' ? commonRules(css) : css);

/** The rules of a component that has its own stylesheet. */
export const rulesOf = (name: string, css: string): string =>
  pickRules(css, (head) => isOf(name, head) && !isUnused(head), false);

/** What a module takes from antd, to use it or to pass it on: `import` or `export`, and the list of names. */
export const namesOfAntd = /\b(import|export) \{([^}]*)\} from ['"]antd['"]/g;
/** A component's folder in antd: `DatePicker` is in `date-picker`, `QRCode` in `qr-code`. */
export const folderOf = (name: string): string =>
  name.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();

/** Components the module takes from antd, by the names of their styles. */
export function componentsIn(code: string): string[] {
  const names = [...code.matchAll(namesOfAntd)]
    .flatMap(([, , list = '']) => list.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '');
  return names.filter((name) => /^[A-Z]/.test(name)).map(folderOf);
}

/** Leaves the styles of unused components out of antd's stylesheet, and gives some their own. */
export function antdCssPlugin(): Plugin {
  let command: Command = 'build';
  return {
    name: 'antd-css',
    enforce: 'pre',
    configResolved: (config) => {
      ({ command } = config);
    },
    resolveId: (id) => (separateFile.test(id) ? id : null),
    async load(id) {
      const [, name] = separateFile.exec(id) ?? [];
      if (name === undefined) return null;
      const whole = await this.resolve('antd/dist/antd.css');
      return rulesOf(name, readFileSync(whole?.id ?? '', 'utf8'));
    },
    transform(code, id) {
      const missing = componentsIn(code).filter(
        (name) => unused.includes(name) || unused.includes(name.replace('-', '')),
      );
      if (missing.length > 0)
        this.error(
          `${id} uses ${missing.join(', ')} of antd, whose styles are left out: take it off the list in antd-css-plugin.ts`,
        );
      return id.endsWith('antd/dist/antd.css') ? { code: firstRules(command, code), map: null } : null;
    },
  };
}
