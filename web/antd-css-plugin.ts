import type { Plugin } from 'vite';

/** Components of antd that nothing here uses; their styles are left out. A missing style shows at once, a surplus one never. */
const unused = [
  'anchor', 'affix', 'auto-complete', 'avatar', 'back-top', 'badge', 'breadcrumb', 'calendar', 'card', 'carousel', 'cascader', 'collapse', 'color-picker', 'comment', 'descriptions',
  'divider', 'float-btn', 'image', 'layout', 'list', 'masonry', 'mentions', 'page-header', 'popconfirm', 'qrcode', 'rate', 'ribbon', 'segmented', 'slider', 'splitter', 'statistic', 'steps',
  'timeline', 'tour', 'transfer', 'typography', 'upload', 'watermark', 'pagination', 'grid', 'row', 'col', 'flex', 'tag',
];
const ofUnused = new RegExp(`\\.ant-(?:${unused.join('|')})(?![a-z])`);
const isUnused = (selectors: string): boolean => selectors.split(',').every((selector) => ofUnused.test(selector));

/** Top-level blocks of a stylesheet: what stands before the brace, and the whole block. */
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

/** Leaves the styles of unused components out of antd's stylesheet. */
export function antdCssPlugin(): Plugin {
  return {
    name: 'antd-css',
    enforce: 'pre',
    transform(code, id) {
      if (!/antd\/dist\/antd\.css$/.test(id)) return null;
      const kept = [...blocksOf(code)].filter(({ head }) => head.startsWith('@') || !isUnused(head));
      return { code: kept.map(({ text }) => text).join(''), map: null };
    },
  };
}
