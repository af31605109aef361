import { readFile } from 'node:fs/promises';
import type { Context } from '../../../../core/context.ts';
import { buildMedia } from '../../../../../test/factories.ts';
import { makeTestVideo, type TestVideo } from '../../../../../test/media.ts';
import { folderOf, toRenditions, type Renditions } from '../renditions.ts';
import { localPath } from '../../../../../test/local-path.ts';

export type OlderVideo = { id: number; key: string; /** Its packaged folder on the disk. */ folder: string };

/** A ready video from before smaller renditions existed: one quality, and no job queued. */
export async function buildOlderVideo(ctx: Context, video: TestVideo): Promise<OlderVideo> {
  const { storage } = ctx.adapters;
  const stored = await storage.store('mp4', await readFile(await makeTestVideo(video)));
  const folder = localPath(ctx, folderOf(stored.key));
  const packaged = await ctx.adapters.video.packageVideo({ input: localPath(ctx, stored.key), output_dir: folder });
  const renditions: Renditions = toRenditions(folderOf(stored.key), packaged);
  const { id } = await buildMedia(ctx, {
    storage_key: stored.key,
    size: stored.size,
    width: packaged.width,
    height: packaged.height,
    renditions: JSON.stringify(renditions),
  });
  return { id, key: stored.key, folder };
}
