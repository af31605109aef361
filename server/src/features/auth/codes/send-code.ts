import type { Call } from '../../../core/call.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { clientIdOf } from '../open-session.ts';
import { codeMinutes, sourceLimit, waitSec, type CodeChannel, type CodePurpose } from './code-policy.ts';
import { makeCode } from './make-code.ts';

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

type Delivery = () => Promise<unknown>;

/** Creates the code and returns a function that delivers it. Everything that can fail because of the requester fails here. */
async function prepare(call: Call, { purpose, channel, receiver, verify }: CodeRequest): Promise<Delivery> {
  const { ctx, t } = call;
  await assertDelivers(call, channel, purpose);
  assert(await ctx.adapters.captcha.consume(ctx.db, verify), 'auth.captcha_failed', { field: 'verify' });
  await takeSource(call);
  const code = await makeCode(ctx, { purpose, channel, receiver, ip: call.ip });
  const minutes = String(codeMinutes[channel]);
  const words = {
    school: await ctx.settings.get('school_name'),
    code,
    minutes,
    purpose: t(`sign_in.purposes.${purpose}`),
  };
  if (channel === 'mail') {
    return () =>
      ctx.adapters.mail.send({
        to: receiver,
        subject: t('sign_in.code_mail_subject', words),
        text: t('sign_in.code_mail', words),
      });
  }
  return () =>
    ctx.adapters.sms.send({ to: receiver, purpose, params: { code, minutes }, text: t('sign_in.code_sms', words) });
}

/** Sends a code and waits until the provider accepts it, so that its failure is reported. */
export async function sendCode(call: Call, request: CodeRequest): Promise<{ wait: number }> {
  const deliver = await prepare(call, request);
  await deliver();
  return { wait: waitSec };
}

/**
 * Sends a code only if the receiver is known. Response and timing are the same if not: the same work is done, and the
 * provider is not awaited.
 */
export async function sendCodeIfKnown(
  call: Call,
  request: CodeRequest & { is_known: boolean },
): Promise<{ wait: number }> {
  const deliver = await prepare(call, request);
  const logFailure = (error: unknown): void => {
    call.ctx.log.error(
      { err: error, to: request.receiver.slice(-4), purpose: request.purpose },
      'a code was not delivered',
    );
  };
  if (request.is_known) void deliver().catch(logFailure);
  return { wait: waitSec };
}
