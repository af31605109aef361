import type { Plugin } from 'vite';

/** Delays every chunk that the product loads on demand, as a slow network does, so that no test relies on one that happens to be there. */
export function lateChunksPlugin(): Plugin {
  return {
    name: 'late-chunks',
    // After TypeScript is gone, in which `import('…')` may be a type.
    transform: (code, id) =>
      /\/web\/src\/|^\0virtual:/.test(id) && !/\.test\.tsx?$/.test(id)
        ? code.replaceAll(/\bimport\((\s*(['"])[^'"]+\2\s*)\)/g, 'globalThis.afterDelay().then(() => import($1))')
        : null,
  };
}
