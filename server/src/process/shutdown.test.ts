import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

function collect() {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  return { log, lines };
}

describe('createShutdown', () => {
  it('closes the last part first, each after the one before', async () => {
    const shutdown = createShutdown(collect().log);
    const closed: string[] = [];
    for (const name of ['database', 'context', 'http']) {
      shutdown.add(name, async () => {
        await Promise.resolve();
        closed.push(name);
      });
    }
    expect(shutdown.isClosing).toBe(false);
    await shutdown.closeAll();
    expect(closed).toEqual(['http', 'context', 'database']);
    expect(shutdown.isClosing).toBe(true);
  });

  it('closes everything once, however often it is called', async () => {
    const shutdown = createShutdown(collect().log);
    let count = 0;
    shutdown.add('part', () => {
      count += 1;
      return Promise.resolve();
    });
    await Promise.all([shutdown.closeAll(), shutdown.closeAll()]);
    await shutdown.closeAll();
    expect(count).toBe(1);
  });

  it('logs a part that fails and closes the rest', async () => {
    const { log, lines } = collect();
    const shutdown = createShutdown(log);
    const closed: string[] = [];
    shutdown.add('database', () => Promise.resolve(void closed.push('database')));
    shutdown.add('jobs', () => Promise.reject(new Error('stuck')));
    await shutdown.closeAll();
    expect(closed).toEqual(['database']);
    expect(lines.join()).toContain('"part":"jobs"');
  });
});
