import { pages } from '../shared/src/pages/index.ts';
import type { Area } from '../shared/src/kit/resource.ts';
import { frames, pageFile, source } from './areas.ts';

type Graph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};

const pagesOf = (area: Area): string[] => pages.filter((page) => page.area === area).map(pageFile);

const starts = {
  /** The entry lists every file of these, so they must have few. */
  entry: [source('main.tsx'), source('areas/admin/admin-area.ts')],
  site: [...frames.site, source('features/site/site-home.page.tsx')],
  home: [...frames.home, source('features/home/home-index.page.tsx')],
  admin: [...frames.admin, source('kit/resource-list.page.tsx')],
  /** What every list shows once it has loaded. */
  tools: [
    source('features/palette/admin-tools.tsx'),
    source('kit/views/view-switcher.tsx'),
    source('kit/list/rows/row-cards.tsx'),
    source('kit/transfer/transfer-task.ts'),
    source('kit/transfer/ports.ts'),
    source('kit/transfer/export-dialog.tsx'),
  ],
};
/** Every page of these areas, with what it loads on demand. */
const areas = { open: [...starts.site, ...pagesOf('open')], home: [...starts.home, ...pagesOf('home')] };

/** Pages keep a file of their own. */
const isPage = (id: string): boolean => id.endsWith('.page.tsx');

/** What only the start page of members shows: other pages of theirs need not load it. */
const isOfStartPage = (id: string): boolean =>
  [source('features/home/'), source('ui/paper/')].some((folder) => id.startsWith(folder));

/** All modules imported from `roots`; with `withLazy` also the dynamically imported ones. */
function reach(graph: Graph, roots: readonly string[], withLazy: boolean): Set<string> {
  const reached = new Set<string>();
  const queue = [...roots];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const info = reached.has(id) ? null : graph.getModuleInfo(id);
    reached.add(id);
    if (info) queue.push(...info.importedIds, ...(withLazy ? info.dynamicallyImportedIds : []));
  }
  return reached;
}

const readGroups = (graph: Graph) => ({
  entry: reach(graph, starts.entry, false),
  site: reach(graph, starts.site, false),
  home: reach(graph, starts.home, false),
  admin: reach(graph, starts.admin, false),
  tools: reach(graph, starts.tools, false),
  open: reach(graph, areas.open, true),
  members: reach(graph, areas.home, true),
});
type Groups = ReturnType<typeof readGroups>;

function groupOf(id: string, { site, home, admin, tools, open, members }: Groups): string | null {
  if (site.has(id)) return members.has(id) ? 'first' : 'first-site';
  if (home.has(id)) return open.has(id) ? 'first' : isOfStartPage(id) ? null : 'first-home';
  if (open.has(id) || members.has(id)) return admin.has(id) ? 'common' : null;
  if (admin.has(id)) return 'first-admin';
  return tools.has(id) ? 'first-tools' : null;
}

/**
 * Names the file a module goes into, so that a first visit requests a few files instead of dozens of one kilobyte each: a
 * browser requests six at a time, and each round costs a round trip. A file holds what the first page of an area needs and no
 * page of another area does; what several areas need gets its own file. Null leaves the module to the bundler.
 */
export function makeGroupName(): (id: string, graph: Graph) => string | null {
  let groups: Groups | null = null;
  return (id, graph) => {
    groups ??= readGroups(graph);
    return groups.entry.has(id) || isPage(id) || id.includes('node_modules') ? null : groupOf(id, groups);
  };
}
