import type { Context } from '../../../core/context.ts';
import { listWaitingJobs } from '../../system/doctor/public.ts';
import { findDatabaseFolder, formatGib, lackingBytes, scarceBytes } from '../../../process/disk-space.ts';
import type { Todo } from '@kaike/shared/contracts/office/dashboard';

type Alarm = Pick<Todo, 'key' | 'tone' | 'count' | 'since' | 'names'>;

/** The disk of the files or of the database that is nearly full; null while there is room. */
async function readDisk({ config, pool, freeSpace }: Context): Promise<Alarm | null> {
  const folders = [config.data_dir, (await findDatabaseFolder(pool)) ?? config.data_dir];
  const free = Math.min(...(await Promise.all(folders.map(freeSpace))));
  if (free >= scarceBytes) return null;
  const tone = free < lackingBytes ? 'danger' : 'warning';
  return { key: 'disk_low', tone, count: 1, since: null, names: [formatGib(free)] };
}

/** Background work that waits for too long, whatever holds it up. */
async function readJobs({ pool }: Context): Promise<Alarm | null> {
  const waiting = await listWaitingJobs(pool);
  const count = waiting.reduce((sum, job) => sum + job.count, 0);
  const [oldest] = waiting;
  if (!oldest) return null;
  return { key: 'jobs_waiting', tone: 'danger', count, since: oldest.since.toISOString(), names: [oldest.name] };
}

/** What the machine needs somebody for. */
export const loadMachine = async (ctx: Context): Promise<Alarm[]> =>
  (await Promise.all([readDisk(ctx), readJobs(ctx)])).flatMap((one) => one ?? []);
