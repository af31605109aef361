type Module = Record<string, unknown>;

/** Pages of the member's account: their chunk names load with the first of them, not with the member's first page. */
const modules = import.meta.glob<Module>('../../features/account/*.page.tsx');

/** The module of a page such as `account/notices`. */
export async function loadAccountPage(file: string): Promise<Module> {
  const load = modules[`../../features/${file}.page.tsx`];
  if (!load) throw new Error(`no page module ${file}`);
  return load();
}
