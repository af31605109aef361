import type * as apps from '@kaike/shared/contracts/site/apps';
import { versionPattern, compareVersions, requiredUpdate } from '@kaike/shared/domain/site/app-version';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { assert } from '../../../core/app-error.ts';
import { downloadAddress } from './app-download.ts';
import type { CallOf } from '../../../core/call.ts';

export async function getVersionInfo({ ctx, query, origin }: CallOf<typeof apps.getVersionInfo>) {
  assert(versionPattern.test(query.version_code), 'app.version', { field: 'version_code' });
  const rows = await ctx.db
    .selectFrom('apps')
    .select(['id', 'version_name', 'min_version', 'notes', 'file', 'url', 'size', 'sha256'])
    .where('platform', '=', query.platform)
    .where('status', '=', switchStatus.on)
    .where('deleted_at', 'is', null)
    .execute();
  const newest = rows.sort((a, b) => compareVersions(b.version_name, a.version_name))[0];
  if (!newest) return { update: 'none' as const, app: null };
  const { id, version_name: version, min_version, notes, size, sha256 } = newest;
  // An app has no origin to resolve a relative path against.
  const url = new URL(downloadAddress(newest), origin).href;
  return {
    update: requiredUpdate(query.version_code, newest),
    app: { id, platform: query.platform, version, min_version, notes, url, size, sha256 },
  };
}
