import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TestConnection } from '../../test/database.ts';
import { connectionOf, kill } from '../../test/kill.ts';
import { killJobHolder, useNodes } from '../../test/nodes.ts';
import { startProxy } from '../../test/proxy.ts';
import { freeDeadNodes } from './nodes.ts';

const nodes = useNodes();

it('takes up what a killed node had under way once it has been silent for a minute, and only then', async () => {
  const { db } = nodes.app.ctx;
  const node = await killJobHolder(nodes);
  expect(await freeDeadNodes(db)).toEqual([]);
  await nodes.app.runJobs();
  expect((await nodes.held()).waits).toBe(true);
  await sql`update nodes set seen_at = seen_at - interval '61 seconds'`.execute(db);
  expect(await freeDeadNodes(db)).toEqual([node]);
  expect(await freeDeadNodes(db)).toEqual([]);
  await nodes.app.runJobs();
  expect((await nodes.held()).waits).toBe(false);
});

it('leaves alone what a living node has under way, and old locks of nobody it knows', async () => {
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

it('gives back the job of a worker that could not say that it failed, and works on', async () => {
  const proxy = await startProxy(connectionOf(nodes.app.ctx) as TestConnection);
  const child = await nodes.start(proxy.connection);
  // Held until the way to the database is cut: both the job and the report of its failure are lost.
  await nodes.whileHeld(async () => {
    proxy.cut();
    const tries = proxy.tries();
    await expect.poll(() => proxy.tries() - tries).toBeGreaterThan(2);
  });
  proxy.repair();
  await expect.poll(async () => (await nodes.held()).is_taken).toBe(false);
  await kill(child);
  await proxy.close();
});
