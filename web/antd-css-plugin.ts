import type { Plugin } from 'vite';

/** antd components that nothing here uses. Their styles are left out, and the build fails on a module that uses one after all. */
const unused = [
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
const ofUnused = new RegExp(`\\.ant-(?:${unused.join('|')})(?![a-z])`);
const isUnused = (selectors: string): boolean => selectors.split(',').every((selector) => ofUnused.test(selector));

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

const importsOfAntd = /import \{([^}]*)\} from ['"]antd['"]/g;
const inKebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, index: number) => `${index > 0 ? '-' : ''}${letter.toLowerCase()}`);

/** Components the module takes from antd, by the names of their styles. */
function componentsIn(code: string): string[] {
  const names = [...code.matchAll(importsOfAntd)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '');
  return names.filter((name) => /^[A-Z]/.test(name)).map(inKebab);
}

/** Leaves the styles of unused components out of antd's stylesheet. */
export function antdCssPlugin(): Plugin {
  return {
    name: 'antd-css',
    enforce: 'pre',
    transform(code, id) {
      const missing = componentsIn(code).filter((name) => unused.includes(name));
      if (missing.length > 0)
        this.error(
          `${id} uses ${missing.join(', ')} of antd, whose styles are left out: take it off the list in antd-css-plugin.ts`,
        );
      if (!id.endsWith('antd/dist/antd.css')) return null;
      const used = [...blocksOf(code)].filter(({ head }) => head.startsWith('@') || !isUnused(head));
      return { code: used.map(({ text }) => text).join(''), map: null };
    },
  };
}
