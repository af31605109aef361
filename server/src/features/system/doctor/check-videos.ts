import type pg from 'pg';
import { createDb } from '../../../db/pool.ts';
import { countOlderVideos } from '../../catalog/media/public.ts';
import { ok, warn, type Finding } from './check.ts';

/** Whether videos lack the smaller rendition that slow networks need. */
export async function checkVideos(pool: pg.Pool): Promise<Finding[]> {
  const table = await pool.query(
    "select 1 from information_schema.columns where table_schema = 'public' and table_name = 'media' and column_name = 'smaller_tries'",
  );
  if (table.rowCount === 0) return [];
  const { waiting, given_up } = await countOlderVideos(createDb(pool));
  const findings: Finding[] =
    waiting > 0
      ? [ok(`${waiting} videos lack a smaller rendition; a running server makes them in the background`)]
      : [];
  if (given_up > 0)
    findings.push({
      ...warn(
        `${given_up} videos did not get a smaller rendition after several tries`,
        'They still play. Look for "add-smaller-video" in the log, then run kaike media:smaller --again.',
      ),
      repair: 'videos',
    });
  return findings;
}
