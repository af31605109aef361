import { siteWords } from '../../features/site/site-words.ts';

type Module = Record<string, unknown>;
type Loader = () => Promise<Module>;

/** The pages of the public site, each a chunk of its own; who signs in does not learn their names. */
const modules = import.meta.glob<Module>('../../features/site/*.page.tsx');

/** The loader of a page of the public site, with its words beside it; null for one of another feature. */
export function sitePageLoader(file: string): Loader | null {
  const load = modules[`../../features/${file}.page.tsx`];
  if (!load) return null;
  return async () => {
    const [module] = await Promise.all([load(), siteWords.load().catch(() => undefined)]); // Without them the page asks again.
    return module;
  };
}
