import { join } from 'node:path';
import type { Context } from '../src/core/context.ts';

/** Where the own disk has a file or folder of the storage. */
export const localPath = ({ config }: Pick<Context, 'config'>, key: string): string =>
  join(config.data_dir, 'uploads', ...key.split('/'));
