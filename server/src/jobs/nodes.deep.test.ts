import { expect, it } from 'vitest';
import { killJobHolder, useNodes } from '../../test/processes/nodes.ts';

const nodes = useNodes();

it('hands the job of a killed node to an existing node within 90 seconds', async () => {
  const bystander = await nodes.start();
  // Paused meanwhile, so that it does not take the job itself.
  bystander.kill('SIGSTOP');
  await killJobHolder(nodes);
  bystander.kill('SIGCONT');
  await expect.poll(async () => (await nodes.held()).waits, { timeout: 90_000 }).toBe(false);
});
