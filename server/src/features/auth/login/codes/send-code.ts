import type { Call } from '../../../../core/call.ts';
import { mayHaveArrived } from '../../../../adapters/call-service.ts';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import { clientIdOf } from '../open-session.ts';
import { codeMinutes, sourceLimit, waitSec, type CodeChannel, type CodePurpose } from './code-policy.ts';
import { deleteCode, makeCode } from './make-code.ts';

type CodeRequest = {
  purpose: CodePurpose;
  channel: CodeChannel;
  receiver: string;
  /** Token of a solved slider. */
  verify: string;
};

async function takeSource(call: Call): Promise<void> {
  const clientId = clientIdOf(call);
  const keys = [`codes|ip:${call.ip}`, ...(clientId === null ? [] : [`codes|client:${clientId}`])];
  for (const key of keys) {
    try {
      await call.ctx.limiter.take({ key, ...sourceLimit });
    } catch (error) {
      throw error instanceof AppError ? new AppError('auth.code_limit', { ...error.details }) : error;
    }
  }
}

/** Refuses if the channel cannot deliver, so that nobody waits for a code. */
async function assertDelivers({ ctx }: Call, channel: CodeChannel, purpose: CodePurpose): Promise<void> {
  const { mail, sms } = ctx.adapters;
  const isDelivered = channel === 'mail' ? mail.can_deliver() : sms.can_deliver(purpose);
  assert(await isDelivered, `${channel}.not_available`);
}

type Delivery = { id: number; deliver: () => Promise<unknown> };

/** Creates the code and returns a function that delivers it. Everything that can fail because of the requester fails here. */
async function prepare(call: Call, { purpose, channel, receiver, verify }: CodeRequest): Promise<Delivery> {
  const { ctx, t } = call;
  await assertDelivers(call, channel, purpose);
  assert(await ctx.adapters.captcha.consume(ctx.db, verify), 'auth.captcha_failed', { field: 'verify' });
  await takeSource(call);
  const { id, code } = await makeCode(ctx, { purpose, channel, receiver, ip: call.ip });
  const minutes = String(codeMinutes[channel]);
  const words = {
    school: await ctx.settings.get('school_name'),
    code,
    minutes,
    purpose: t(`sign_in.purposes.${purpose}`),
  };
  const deliver = (): Promise<unknown> =>
    channel === 'mail'
      ? ctx.adapters.mail.send({
          to: receiver,
          subject: t('sign_in.code_mail_subject', words),
          text: t('sign_in.code_mail', words),
        })
      : ctx.adapters.sms.send({ to: receiver, purpose, params: { code, minutes }, text: t('sign_in.code_sms', words) });
  return { id, deliver };
}

/** Sends a code and waits until the provider accepts it, so that its failure is reported. One that was not sent does not count. */
export async function sendCode(call: Call, request: CodeRequest): Promise<{ wait: number }> {
  const { id, deliver } = await prepare(call, request);
  try {
    await deliver();
  } catch (error) {
    if (error instanceof AdapterError && !mayHaveArrived(error)) await deleteCode(call.ctx, id);
    throw error;
  }
  return { wait: waitSec };
}

/** Refuses everybody alike while nothing would arrive, before any code counts: until then nobody is told to wait for one. */
async function assertIsUp(call: Call, { channel, purpose }: Pick<CodeRequest, 'channel' | 'purpose'>): Promise<void> {
  await assertDelivers(call, channel, purpose);
  assert(!(await call.ctx.adapters[channel].is_down()), 'provider.failed');
}

/**
 * Sends a code only if the receiver is known. Response and timing are the same if not: the same work is done, and the
 * provider is not awaited. A failure of the provider is what everybody is told for the minute after it.
 */
export async function sendCodeIfKnown(
  call: Call,
  request: CodeRequest & { is_known: boolean },
): Promise<{ wait: number }> {
  await assertIsUp(call, request);
  const { deliver } = await prepare(call, request);
  const logFailure = (error: unknown): void => {
    call.ctx.log.error(
      { err: error, to: request.receiver.slice(-4), purpose: request.purpose },
      'a code was not delivered',
    );
  };
  if (request.is_known) void deliver().catch(logFailure);
  return { wait: waitSec };
}
