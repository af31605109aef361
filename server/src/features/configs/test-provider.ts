import type { AnswerOf } from '@kaike/shared/kit/contract';
import type { testConfig } from '@kaike/shared/contracts/configs';
import { maskEmail, maskMobile } from '@kaike/shared/domain/mask';
import { AdapterError } from '../../core/adapter-error.ts';
import { AppError } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import { checkIsSchool } from './configs.read.ts';

type Answer = AnswerOf<typeof testConfig>;
type TestMessage = { receiver: string; send: () => Promise<{ id: string }> };

const exampleCode = '000000';

function prepare(
  call: AdminCall,
  channel: 'mail' | 'sms',
  me: { email: string | null; mobile_phone: string | null; school: string },
): TestMessage {
  const { adapters } = call.ctx;
  const to = channel === 'mail' ? me.email : me.mobile_phone;
  if (!to)
    throw new AppError('config.no_receiver', { params: { what: call.t(`resources.configs.test.${channel}_address`) } });
  const text = call.t('resources.configs.test.text', { school: me.school });
  if (channel === 'mail')
    return {
      receiver: maskEmail(to),
      send: () =>
        adapters.mail.send({ to, subject: call.t('resources.configs.test.subject', { school: me.school }), text }),
    };
  return {
    receiver: maskMobile(to),
    send: () => adapters.sms.send({ to, purpose: 'verify', params: { code: exampleCode, minutes: '5' }, text }),
  };
}

/** Sends a test message to the actor with the saved provider and returns the result. A provider's refusal is a result, not an error. */
export async function testProvider(call: AdminCall, channel: 'mail' | 'sms'): Promise<Answer> {
  checkIsSchool(call);
  const { ctx, actor, t } = call;
  const person = await ctx.db
    .selectFrom('users')
    .select(['email', 'mobile_phone'])
    .where('id', '=', actor.user_id)
    .executeTakeFirstOrThrow();
  const { receiver, send } = prepare(call, channel, { ...person, school: await ctx.settings.get('school_name') });
  const driver = await ctx.settings.get(channel === 'mail' ? 'mail_driver' : 'sms_driver');
  const started = performance.now();
  const toAnswer = (message: Pick<Answer, 'is_sent' | 'message_id' | 'reason'>): Answer => ({
    ...message,
    driver,
    receiver,
    cost_ms: Math.round(performance.now() - started),
  });
  const { mail, sms } = ctx.adapters;
  if (!(await (channel === 'mail' ? mail.can_deliver() : sms.can_deliver('verify'))))
    return toAnswer({ is_sent: false, message_id: '', reason: t(`resources.configs.undelivered.${channel}`) });
  try {
    const { id } = await send();
    return toAnswer({
      is_sent: true,
      message_id: id,
      reason: driver === 'local' ? t('resources.configs.test.kept') : '',
    });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    ctx.log.warn({ err: error, channel }, 'test message was not accepted');
    return toAnswer({
      is_sent: false,
      message_id: '',
      reason: `${t(`resources.configs.test.errors.${error.code}`)}${error.reason ? ` (${error.reason})` : ''}`,
    });
  }
}
