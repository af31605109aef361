import type { PluginManifest } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { permissionOf } from '@kaike/shared/kit/resource';
import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import { parseManifest } from '../manifest/parse-manifest.ts';
import { hashFiles, loadPackage, type PackageFiles } from '../package/load-package.ts';
import { loadPlugin, type PluginRow } from '../plugins.store.ts';

/** A package that has been checked, and what is installed of it. */
export type Inspection = {
  readonly manifest: PluginManifest;
  readonly files: PackageFiles;
  readonly hash: string;
  readonly current: PluginRow | null;
};

/** What a plugin can be granted to read: the lists of the product's resources. Nothing is shown unmasked to it. */
const readable = ({ resources }: Context): ReadonlySet<string> =>
  new Set(
    resources.all
      .filter(({ definition }) => definition.only.includes('list'))
      .map(({ definition }) => permissionOf(definition, 'list')),
  );

/** Reads and checks a package; throws `plugin.package` with everything that is wrong with it. Runs none of its code. */
export async function inspectPackage(ctx: Context, source: string): Promise<Inspection> {
  const files = await loadPackage(source);
  const text = files.get('plugin.json')?.toString('utf8') ?? '';
  const manifest = parseManifest(text, { permissions: readable(ctx), files: new Set(files.keys()) });
  if ('problems' in manifest)
    throw new AppError('plugin.package', { params: { reason: manifest.problems.join('; ') } });
  return { manifest, files, hash: hashFiles(files), current: (await loadPlugin(ctx.db, manifest.id)) ?? null };
}
