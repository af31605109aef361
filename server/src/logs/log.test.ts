import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function record(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  write(createLog({ env: 'production' }, sink));
  return text;
}

describe('createLog', () => {
  it('hides secrets wherever they are', () => {
    const text = record((log) =>
      log.info(
        {
          password: 'hunter2',
          body: { password: 'hunter2', mobile_phone: 'hunter2' },
          req: { headers: { cookie: 'hunter2', authorization: 'hunter2' } },
        },
        'hello',
      ),
    );
    expect(text).toContain('hello');
    expect(text).toContain('[hidden]');
    expect(text).not.toContain('hunter2');
  });

  it('logs an error with its causes, but not what a driver attaches to it', () => {
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
      code: '23505',
      detail: 'Key (mobile)=(13812345678)',
      client: { password: 'x' },
    });
    const logged: unknown = JSON.parse(record((log) => log.error({ err: error }, 'failed')));
    expect(logged).toMatchObject({ err: { message: 'outer', code: '23505', cause: { message: 'inner' } } });
    expect(JSON.stringify(logged)).not.toMatch(/13812345678|client/);
  });

  it('omits info lines outside production', () => {
    let text = '';
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        text += String(chunk);
        done();
      },
    });
    createLog({ env: 'local' }, sink).info('everyday');
    expect(text).toBe('');
  });
});
