import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { answerError } from './error-answer.ts';
import { translatorOf } from './wording.ts';

const ofDatabase = (code: string, message = 'x'): DatabaseError =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { code });
const ofSystem = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' });

it.each([
  ['a full disk of the database', ofDatabase('53100'), 507, 'server.no_space', 60],
  [
    'a full disk that PostgreSQL names no better',
    ofDatabase('58030', 'No space left on device'),
    507,
    'server.no_space',
    60,
  ],
  ['a full disk of the files', ofSystem('ENOSPC'), 507, 'server.no_space', 60],
  ['a full quota', ofSystem('EDQUOT'), 507, 'server.no_space', 60],
  ['a disk that cannot be read', ofDatabase('58030', 'could not read block'), 500, 'server.internal', undefined],
  ['no memory', ofDatabase('53200'), 503, 'server.busy', 3],
  ['too many connections', ofDatabase('53300'), 503, 'server.unavailable', 3],
  ['a resource that is used up', ofDatabase('53400'), 503, 'server.busy', 3],
  ['a statement that took too long', ofDatabase('57014'), 503, 'server.busy', 3],
  ['a lock that was not given', ofDatabase('55P03'), 503, 'server.busy', 3],
  ['a server that is shut down', ofDatabase('57P01'), 503, 'server.unavailable', 3],
  ['a server that has crashed', ofDatabase('57P02'), 503, 'server.unavailable', 3],
  ['a server that starts', ofDatabase('57P03'), 503, 'server.unavailable', 3],
  ['a standby', ofDatabase('25006'), 503, 'server.unavailable', 3],
  ['a mistake of our own', ofDatabase('42P01'), 500, 'server.internal', undefined],
])('%s has an answer of its own', (_name, error, status, code, seconds) => {
  const answer = answerError(error, translatorOf('zh-CN'));
  expect([answer.status, answer.body.code, answer.retry_after]).toEqual([status, code, seconds]);
  expect(answer.body.message).not.toContain('errors.');
});
