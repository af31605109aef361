import type { Plugin } from 'vite';

/** Files that import each other, with the files between them. */
export function circlesIn(files: ReadonlyMap<string, readonly string[]>): string[] {
  let remaining = [...files.keys()];
  const names = (file: string): readonly string[] => files.get(file) ?? [];
  for (let before = Infinity; remaining.length < before;) {
    before = remaining.length;
    remaining = remaining.filter((file) => names(file).some((name) => remaining.includes(name)));
    remaining = remaining.filter((file) => remaining.some((other) => names(other).includes(file)));
  }
  return remaining;
}

/**
 * Fails a build whose files import each other in a cycle: which of them runs first depends on the page, and that one
 * reads exports that are not initialised yet. Other sizes in `codeSplitting` split the modules differently.
 */
export function chunkCirclesPlugin(): Plugin {
  return {
    name: 'chunk-circles',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((one) =>
        one.type === 'chunk' ? [[one.fileName, one.imports] as const] : [],
      );
      const circles = circlesIn(new Map(chunks));
      if (circles.length > 0)
        this.error(`These files need each other: ${circles.join(', ')}. See codeSplitting in vite.config.ts.`);
    },
  };
}
