import { pages } from '../shared/src/pages/index.ts';
import { frames, pageFile, source } from './areas.ts';

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

/** All modules imported from `roots`; with `lazy` also the dynamically imported ones. */
function reach(graph: Graph, roots: readonly string[], lazy = false): Set<string> {
  const reached = new Set(roots);
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const imported of lazy ? [...importedIds, ...dynamicallyImportedIds] : importedIds) reached.add(imported);
  }
  return reached;
}

function readGroups(graph: Graph): (id: string) => string | null {
  const filesOf = (area: string): string[] => pages.filter((page) => page.area === area).map(pageFile);
  const open = reach(graph, [...frames.site, ...filesOf('open')], true);
  const home = reach(graph, [...frames.home, ...filesOf('home')], true);
  const entry = reach(graph, ['main.tsx', 'areas/admin/admin-area.ts'].map(source));
  const firstPages = ['features/site/site-home.page.tsx', 'features/home/home-index.page.tsx'].map(source);
  const first = reach(graph, [...frames.site, ...frames.home, ...firstPages]);
  const admin = reach(graph, [...frames.admin, source('kit/resource-list.page.tsx')]);
  // What every list shows once it has loaded.
  const afterwards = ['features/palette/admin-tools', 'kit/list/rows/row-cards', 'kit/transfer/export-dialog'];
  const tools = reach(
    graph,
    [...afterwards, 'kit/views/view-switcher'].map((file) => source(`${file}.tsx`)),
  );
  return (id) => {
    if (entry.has(id) || /node_modules|\.page\.tsx$/.test(id)) return null;
    if (first.has(id) && open.has(id)) return home.has(id) ? 'first' : 'first-site';
    // Other pages need not load what only the start page of members shows.
    if (first.has(id)) return /\/src\/(?:features\/home|ui\/paper)\//.test(id) ? null : 'first-home';
    if (open.has(id) || home.has(id)) return admin.has(id) ? 'common' : null;
    return admin.has(id) ? 'first-admin' : tools.has(id) ? 'first-tools' : null;
  };
}

/**
 * Names the file a module goes into, so that a first visit requests a few files instead of dozens of one kilobyte each: a
 * browser requests six at a time, and each round costs a round trip. A file holds what the first page of an area needs and no
 * page of another area does; what several areas need gets its own file. Null leaves the module to the bundler.
 */
export function makeGroupName(): (id: string, graph: Graph) => string | null {
  let nameOf: ReturnType<typeof readGroups> | undefined;
  return (id, graph) => (nameOf ??= readGroups(graph))(id);
}
