import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/pool.ts';
import { OperatorError } from '../db/operator-error.ts';
import { identifyFolder } from '../process/folder-identity.ts';

type Scope = Pick<Context, 'db' | 'config' | 'settings'>;
type Other = { id: string; seen_at: string };

/** A node beats every ten seconds: one that misses three has ended. */
const livingSeconds = 30;
const lookMs = 1000;

/** The folder of this node's files, or null where it does not matter: another place holds the files, or the operator shares the folder. */
export async function identifyFiles({ config, settings }: Scope): Promise<string | null> {
  if (config.shared_files || (await settings.get('storage_driver')) !== 'local') return null;
  return identifyFolder(join(config.data_dir, 'uploads'));
}

/** Nodes that seem to live and work on another folder; an older one counts, so that of two that start at once one stays. */
async function readOthers(db: Db, { id, files }: { id: string; files: string }): Promise<Other[]> {
  const { rows } = await sql<Other>`select n.id, n.seen_at::text from nodes n
    where n.id <> ${id} and n.files <> ${files} and n.seen_at > now() - make_interval(secs => ${livingSeconds})
      and (n.started_at, n.id) < (select s.started_at, s.id from nodes s where s.id = ${id})`.execute(db);
  return rows;
}

/**
 * Refuses this node, which is registered already, when another living one keeps its files in a folder of its own. Whether that one
 * lives is seen by its next beat: one that was killed a moment ago is waited for.
 */
export async function assertSharedFiles({ db }: Pick<Scope, 'db'>, node: { id: string; files: string }): Promise<void> {
  const first = new Map<string, string>();
  for (;;) {
    const others = await readOthers(db, node);
    if (others.length === 0) return;
    if (others.some(({ id, seen_at }) => (first.get(id) ?? seen_at) !== seen_at))
      throw new OperatorError(
        'Another node serves this database with a data folder of its own, so each would miss the files that people upload to the other: give both the same folder by KAIKE_DATA_DIR, choose a storage for files that all nodes reach in the settings, or set KAIKE_SHARED_FILES=yes if the folder "uploads" is one and the same on both.',
      );
    for (const { id, seen_at } of others) if (!first.has(id)) first.set(id, seen_at);
    await wait(lookMs);
  }
}
