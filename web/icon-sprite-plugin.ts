import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const [spriteId, namesId] = ['virtual:icon-sprite', 'virtual:icon-names'];
const devPath = '/@icons.svg';
const drawings = join(import.meta.dirname, '../node_modules/lucide-static/icons');
const catalogue = join(import.meta.dirname, '../shared/src/locales/zh-CN/kit_icons.json');

/** The icons that can be chosen: those with search words. */
function iconNames(): string[] {
  const { kit_icons: words } = JSON.parse(readFileSync(catalogue, 'utf8')) as { kit_icons: Record<string, string> };
  return Object.keys(words);
}

function symbolOf(name: string): string {
  const inner = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(join(drawings, `${name}.svg`), 'utf8'))?.[1] ?? '';
  return `<symbol id="${name}" viewBox="0 0 24 24">${inner.replace(/\s*\n\s*/g, '')}</symbol>`;
}

const sprite = (): string => `<svg xmlns="http://www.w3.org/2000/svg">${iconNames().map(symbolOf).join('')}</svg>`;

/** One cached file with every icon that can be chosen (lucide, ISC), a module with its URL, and one with their names. */
export function iconSpritePlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'icon-sprite',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    configureServer(server) {
      server.middlewares.use(
        devPath,
        (_request, response) => void response.setHeader('Content-Type', 'image/svg+xml').end(sprite()),
      );
    },
    resolveId: (source) => (source === spriteId || source === namesId ? `\0${source}` : null),
    load(source) {
      if (source === `\0${namesId}`) return `export const iconNames = ${JSON.stringify(iconNames())};`;
      if (source !== `\0${spriteId}`) return null;
      const address = isBuild
        ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'icons.svg', source: sprite() })}`
        : `'${devPath}'`;
      return `export const spriteUrl = ${address};`;
    },
  };
}
