import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { testConfig } from '@kaike/shared/contracts/configs';
import { AdapterError } from '../../core/adapter-error.ts';
import { assert } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import { checkIsSchool } from './configs.read.ts';
import { groupTests } from './group-tests.ts';

/** Reasons with the same words whatever the service: the address is not one this server calls. */
const addressReasons: readonly string[] = ['https_only', 'private_address'];

type Answer = ResponseOf<typeof testConfig>;

/** Tries the service of a group with the saved settings. A refusal by the provider is a result, not an error. */
export async function testGroup(call: AdminCall, group: string): Promise<Answer> {
  checkIsSchool(call);
  const test = groupTests[group];
  assert(test, 'record.not_found');
  const { ctx, t } = call;
  const word = (key: string, params?: Record<string, string | number>): string =>
    t(`resources.configs.test.${key}`, params);
  const { subject, run } = await test.prepare(call);
  const failed = (text: string): Answer => ({ state: 'failed', title: word(`${group}.failed`, { subject }), text });
  if (!(await test.isReady(ctx))) return failed(t(`resources.configs.undelivered.${group}`));
  const started = performance.now();
  try {
    const { id } = await run();
    const driver = (await ctx.settings.all()).get(`${group}_driver`) ?? 'local';
    const text = id === '' ? '' : `${word('id')} ${id}`;
    if (driver === 'local' && test.local_result !== null)
      return { state: 'local', title: word(test.local_result), text };
    const ms = Math.round(performance.now() - started);
    return { state: 'passed', title: word(`${group}.passed`, { subject, ms }), text };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    ctx.log.warn({ err: error, group }, 'the test of a service failed');
    const { code, reason = '' } = error;
    if (test.reasons.includes(reason)) return failed(word(`${group}.reasons.${reason}`));
    if (addressReasons.includes(reason)) return failed(word(`reasons.${reason}`));
    return failed(`${word(`errors.${code}`)}${reason ? ` (${reason})` : ''}`);
  }
}
