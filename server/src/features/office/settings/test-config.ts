import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as configs from '@kaike/shared/contracts/office/configs';
import { spaceCjk } from '@kaike/shared/kit/cjk-spacing';
import { AdapterError } from '../../../core/adapter-error.ts';
import { assert } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import { checkIsSchool } from './settings.read.ts';
import { groupTests, type GroupTest, type SettingTest } from './group-tests.ts';
import type { AdminCallOf } from '../../../core/call.ts';

/** Reasons with the same words whatever the service: the address is not one this server calls. */
const addressReasons: readonly string[] = ['https_only', 'private_address'];

type Answer = ResponseOf<typeof configs.testConfig>;

type Word = (key: string, params?: Record<string, string | number>) => string;
type Subject = { group: string; test: GroupTest; subject: string; word: Word };

/** The result of a trial that did not fail. */
function readResult(
  { group, test, subject, word }: Subject,
  trial: SettingTest,
  { driver, ms }: { driver: string; ms: number },
): Answer {
  const { id, note, by_person } = trial;
  const text = note ? word(`${group}.notes.${note}`) : id === '' ? '' : `${word('id')} ${id}`;
  if (by_person)
    return { state: 'local', title: spaceCjk(word(`${group}.by_person`, { subject })), text, url: by_person.url };
  if (driver === 'local' && test.local_result !== null)
    return { state: 'local', title: word(test.local_result), text, url: null };
  return { state: 'passed', title: word(`${group}.passed`, { subject, ms }), text, url: null };
}

/** Why a trial failed, in words. */
function readFailure({ group, test, word }: Subject, { code, reason = '' }: AdapterError): string {
  if (test.reasons.includes(reason)) return word(`${group}.reasons.${reason}`);
  if (addressReasons.includes(reason)) return word(`reasons.${reason}`);
  const words = test.has_refusal && code === 'rejected' ? `${group}.refused` : `errors.${code}`;
  return `${word(words)}${reason ? ` (${reason})` : ''}`;
}

/** Why there is nothing to try, in words; null when there is. */
async function readObstacle({ ctx, t }: AdminCall, { group, test, word }: Subject): Promise<string | null> {
  const missing = (await test.missing?.(ctx)) ?? [];
  const names = missing.map((key) => t(`resources.configs.fields.${key}`));
  if (names.length > 0) return word('missing', { fields: names.join(t('common.list_separator')) });
  return (await test.isReady(ctx)) ? null : t(`resources.configs.undelivered.${group}`);
}

/** Tries the service of a group with the saved settings. A refusal by the provider is a result, not an error. */
export async function testConfig(call: AdminCallOf<typeof configs.testConfig>): Promise<Answer> {
  const group = call.body.group;
  checkIsSchool(call);
  const test = groupTests[group];
  assert(test, 'record.not_found');
  const { ctx, t } = call;
  const { second, ...first } = await test.prepare(call);
  const word: Word = (key, params) => t(`resources.configs.test.${key}`, params);
  const driver = String((await ctx.settings.all()).get(`${group}_driver`) ?? 'local');
  const tryOne = async ({ subject, run }: typeof first): Promise<Answer> => {
    const one: Subject = { group, test, subject, word };
    const failed = (text: string): Answer => ({
      state: 'failed',
      title: word(`${group}.failed`, { subject }),
      text,
      url: null,
    });
    const obstacle = await readObstacle(call, one);
    if (obstacle !== null) return failed(obstacle);
    const started = performance.now();
    try {
      return readResult(one, await run(), { driver, ms: Math.round(performance.now() - started) });
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      ctx.log.warn({ err: error, group }, 'the test of a service failed');
      return failed(readFailure(one, error));
    }
  };
  const answer = await tryOne(first);
  if (!second || answer.state !== 'passed') return answer;
  const next = await tryOne(second);
  return next.state === 'passed'
    ? { ...next, text: `${answer.title}\n${next.title}`, title: word('both_passed') }
    : next;
}
