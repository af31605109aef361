import { expect, it } from 'vitest';
import { killJobHolder, useNodes } from '../../test/nodes.ts';

const nodes = useNodes();

it('takes up the job of a killed node within 90 seconds, by a node that was there before', async () => {
  const bystander = await nodes.start();
  // Stands still meanwhile, so that it is not the one that takes the job.
  bystander.kill('SIGSTOP');
  await killJobHolder(nodes);
  bystander.kill('SIGCONT');
  await expect.poll(async () => (await nodes.held()).waits, { timeout: 90_000 }).toBe(false);
});
