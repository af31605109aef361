import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { StorageParts } from '../storage-parts.ts';
import { loadFolder } from '../work-files.ts';

/** `2026`, `03`, and the names this storage makes; what is still being written has another ending. */
const year = /^\d{4}$/;
const month = /^\d{2}$/;
const name = /^[0-9a-f]{30}(?:\.[a-z0-9]{2,4})?$/;

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((one) => pattern.test(one)).toSorted();
}

type Entry = { key: string; size: number; modified_at: Date; members: string[] | null };

async function readEntry(key: string, path: string): Promise<Entry> {
  const facts = await stat(path);
  if (!facts.isDirectory()) return { key, size: facts.size, modified_at: facts.mtime, members: null };
  const files = await loadFolder(path);
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  return { key, size, modified_at: facts.mtime, members: [...files.keys()].toSorted() };
}

/** Gives a row to everything on the own disk that is older than rows. */
export async function adoptFiles({ db, local }: StorageParts): Promise<void> {
  for (const y of await namesIn(local.root, year)) {
    for (const m of await namesIn(join(local.root, y), month)) {
      for (const one of await namesIn(join(local.root, y, m), name)) {
        const { key, size, modified_at, members } = await readEntry(`${y}/${m}/${one}`, join(local.root, y, m, one));
        // An upload that nobody has registered yet is not a file of the school.
        await sql`insert into stored_files (key, storage, size, created_at, members)
          select ${key}, ${local.name}, ${size}, ${modified_at}, ${members}::text[]
          where not exists (select 1 from upload_grants where key = ${key}) on conflict do nothing`.execute(db);
      }
    }
  }
}
