import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { killJobHolder, useNodes } from '../../test/processes/nodes.ts';
import { freeDeadNodes } from './nodes.ts';

const nodes = useNodes();

it('takes over the jobs of a killed node after a minute without a beat, and not earlier', async () => {
  const { db } = nodes.app.ctx;
  const node = await killJobHolder(nodes);
  // As if it had been killed this moment, however long the machine took.
  await sql`update nodes set seen_at = now()`.execute(db);
  expect(await freeDeadNodes(db)).toEqual([]);
  await nodes.app.runJobs();
  expect((await nodes.held()).waits).toBe(true);
  await sql`update nodes set seen_at = seen_at - interval '61 seconds'`.execute(db);
  expect(await freeDeadNodes(db)).toEqual([node]);
  expect(await freeDeadNodes(db)).toEqual([]);
  await nodes.app.runJobs();
  expect((await nodes.held()).waits).toBe(false);
});

it('does not touch the jobs of a living node, nor old locks of unknown workers', async () => {
  const { db } = nodes.app.ctx;
  await sql`insert into nodes (id, role, version, workers) values (gen_random_uuid(), 'jobs', '0', array['worker-lives'])`.execute(
    db,
  );
  await sql`select graphile_worker.add_job('sweep', job_key => 'held')`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-lives', attempts = 1 where key = 'held'`.execute(
    db,
  );
  expect(await freeDeadNodes(db)).toEqual([]);
  await nodes.app.runJobs();
  expect((await nodes.held()).waits).toBe(true);
});
