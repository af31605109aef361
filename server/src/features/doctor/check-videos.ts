import type pg from 'pg';
import { createDb } from '../../db/pool.ts';
import { countOlderVideos } from '../media/public.ts';
import { ok, warn, type Finding } from './check.ts';

/** Whether videos lack the smaller rendition that slow networks need. */
export async function checkVideos(pool: pg.Pool): Promise<Finding[]> {
  const known = await pool.query(
    "select 1 from information_schema.columns where table_schema = 'public' and table_name = 'media' and column_name = 'smaller_tries'",
  );
  if (known.rowCount === 0) return [];
  const { waiting, given_up: givenUp } = await countOlderVideos(createDb(pool));
  const findings: Finding[] =
    waiting > 0
      ? [ok(`${waiting} videos wait for a smaller rendition; a server makes them in the background, a few at a time`)]
      : [];
  if (givenUp > 0)
    findings.push({
      ...warn(
        `${givenUp} videos did not get a smaller rendition after several tries`,
        'They play as they are. Look for "add-smaller-video" in the log, then run kaike media:smaller --again.',
      ),
      repair: 'videos',
    });
  return findings;
}
