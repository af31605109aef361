import { expect, it } from 'vitest';
import type { TestConnection } from '../../test/database.ts';
import { connectionOf, kill } from '../../test/processes/kill.ts';
import { killJobHolder, useNodes } from '../../test/processes/nodes.ts';
import { startProxy } from '../../test/processes/proxy.ts';

const nodes = useNodes();

it('hands the job of a killed node to an existing node', async () => {
  const bystander = await nodes.start();
  // Paused meanwhile, so that it does not take the job itself.
  bystander.kill('SIGSTOP');
  await killJobHolder(nodes);
  bystander.kill('SIGCONT');
  await expect.poll(async () => (await nodes.held()).waits).toBe(false);
});

it('releases the job of a worker that could not report its failure, and continues', async () => {
  const proxy = await startProxy(connectionOf(nodes.app.ctx) as TestConnection);
  const child = await nodes.start(proxy.connection);
  // Runs until the connection to the database is cut: both the job and the report of its failure are lost.
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
