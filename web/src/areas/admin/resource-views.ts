import type { ResourceView } from '../../kit/resource-view.ts';

const modules = import.meta.glob<{ resourceView: ResourceView }>('../../features/**/*.resource.tsx');

/** Feature extensions by resource name, each in its own chunk. */
export const resourceViews = Object.fromEntries(
  Object.entries(modules).map(([path, load]) => [path.split('/').at(-1)?.replace('.resource.tsx', '') ?? path, load]),
);
