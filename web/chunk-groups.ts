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
  const entry = reach(graph, [source('main.tsx')]);
  const firstPages = ['features/site/site/site-home.page.tsx', 'features/learning/home/home-index.page.tsx'].map(
    source,
  );
  // Most pages of members begin with the way back: in a file of other pages it would bring all of that file.
  const wayBack = source('app/components/back-link.tsx');
  const first = reach(graph, [...frames.site, ...frames.home, ...firstPages, wayBack]);
  // Where members look at what they have; the start page of the site, lessons, talks and the back office need not load it.
  const reachPages = (files: readonly string[]) =>
    reach(
      graph,
      files.map((file) => source(`features/${file}.page.tsx`)),
    );
  const own = reachPages([
    'catalog/courses/my-courses',
    'learning/playback/my-records',
    'auth/member-account/personage',
  ]);
  const lesson = reachPages(['learning/playback/lesson', 'ai/talk/talk']);
  const others = new Set([...lesson, ...reach(graph, [...firstPages.slice(0, 1), ...frames.admin], true)]);
  // A course, for who has it: its outline and texts are also those of its lessons and of the page that visitors see.
  const course = reachPages(['catalog/courses/course']);
  const listPage = source('kit/resource-list.page.tsx');
  const admin = reach(graph, [...frames.admin, listPage]);
  // What every list shows once it has loaded.
  const afterwards = ['features/office/palette/admin-tools', 'kit/list/rows/row-cards', 'kit/transfer/export-dialog'];
  const tools = reach(
    graph,
    [...afterwards, 'kit/views/view-switcher'].map((file) => source(`${file}.tsx`)),
  );
  const ofStart = (id: string): string | null => {
    if (admin.has(id)) return 'first';
    if (open.has(id)) return home.has(id) ? 'first' : 'first-site';
    // Other pages need not load what only the start page of members shows.
    return /\/src\/(?:features\/learning\/home|ui\/paper)\//.test(id) && !own.has(id) ? null : 'first-home';
  };
  const ofVisitors = (id: string): string | null => {
    if (admin.has(id)) return 'common';
    if (course.has(id) && !own.has(id)) return 'course';
    if (!own.has(id) || !home.has(id)) return null;
    if (lesson.has(id)) return 'home-shared';
    return others.has(id) ? null : 'home-own';
  };
  const ofAdmin = (id: string): string | null => (admin.has(id) ? 'first-admin' : tools.has(id) ? 'first-tools' : null);
  return (id) => {
    const isOfVisitors = open.has(id) || home.has(id);
    if (/node_modules|antd-css/.test(id)) return admin.has(id) && !isOfVisitors ? 'antd' : null;
    if (entry.has(id) || (id.endsWith('.page.tsx') && id !== listPage)) return null;
    if (first.has(id)) return ofStart(id);
    return isOfVisitors ? ofVisitors(id) : ofAdmin(id);
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
