import type { ResourceView } from '../../kit/resource-view.ts';

const modules = import.meta.glob<{ resourceView: ResourceView }>('../../features/**/*.resource.tsx');

/** The extensions of features by resource name; each a chunk of its own. */
export const resourceViews = Object.fromEntries(
  Object.entries(modules).map(([path, load]) => [path.split('/').at(-1)?.replace('.resource.tsx', '') ?? path, load]),
);
