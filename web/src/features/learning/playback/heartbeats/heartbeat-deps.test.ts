import { expect, it } from 'vitest';
import { ApiError } from '../../../../api/api-error.ts';
import { heartbeatFailure } from './heartbeat-deps.ts';

it.each<[number, string, string]>([
  [0, 'network', 'unreachable'],
  [500, 'server.internal', 'unreachable'],
  [503, 'server.maintenance', 'unreachable'],
  [429, 'request.too_many', 'unreachable'],
  [419, 'csrf.token', 'unreachable'],
  [401, 'auth.required', 'logged_out'],
  [409, 'play.taken_over', 'taken_over'],
  [410, 'play.ticket_ended', 'ended'],
  [403, 'play.ticket_invalid', 'invalid'],
  [403, 'auth.account_stopped', 'not_now'],
  [409, 'auth.account_changed', 'not_now'],
  [404, 'record.not_found', 'not_now'],
  [422, 'request.invalid', 'refused'],
])('%d %s is %s', (status, code, failure) => {
  expect(heartbeatFailure(new ApiError(status, { code }))).toBe(failure);
});

it('anything else is no response', () => {
  expect(heartbeatFailure(new TypeError('Failed to fetch'))).toBe('unreachable');
});
