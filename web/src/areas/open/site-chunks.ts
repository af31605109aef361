import siteWords from 'virtual:words/site';

type Module = Record<string, unknown>;
type Loader = () => Promise<Module>;

/** The pages of the public site, each in its own chunk; the login page does not load their names. */
const modules = import.meta.glob<Module>('../../features/site/*.page.tsx');

/** The loader of a page of the public site, together with its wording; null for a page of another feature. */
export function sitePageLoader(file: string): Loader | null {
  const load = modules[`../../features/${file}.page.tsx`];
  if (!load) return null;
  return async () => {
    const [module] = await Promise.all([load(), siteWords.load().catch(() => undefined)]); // On failure the page loads the wording itself.
    return module;
  };
}
