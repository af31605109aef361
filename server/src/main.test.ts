import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInstallation, end, health, type Installation } from '../test/processes/installation.ts';
import { startMs } from '../test/processes/spawn-server.ts';

let installation: Installation;
beforeEach(() => {
  installation = createInstallation();
});
afterEach(() => installation.close());

describe('start', { timeout: 3 * startMs }, () => {
  it('starts a server from an empty folder, prints how to log in, and stops cleanly', async () => {
    const server = await installation.start();
    expect(await health(server)).toBe(200);
    expect(server.text()).toMatch(/Administrator +admin\n +Password +\w{8,}/);
    expect(server.text()).toContain(installation.folder);
    server.child.kill('SIGINT'); // the terminal and npm both deliver one Ctrl-C
    expect(await end(server.child, 'SIGINT')).toBe(0);
    expect(existsSync(installation.pidFile())).toBe(false);
  });

  it('starts in production without errors of the database', async () => {
    const server = await installation.start({ KAIKE_ENV: 'production' });
    expect(server.text()).toContain('database system is ready to accept connections');
    expect(server.text()).not.toMatch(/\b(?:WARNING|ERROR|FATAL|STATEMENT):/);
  });

  it("takes the administrator's password from the environment and does not repeat it", async () => {
    const server = await installation.start({ KAIKE_ADMIN_PASSWORD: 'given4admin' });
    expect(server.text()).not.toMatch(/given4admin|Password/);
  });
});
