import type { Context } from '../../../../core/context.ts';
import type { CodeChannel, CodePurpose } from './code-policy.ts';

/** Codes that may go to a mailbox, too. */
const byMail: ReadonlySet<CodePurpose> = new Set(['register', 'reset']);

/** Ways by which codes for this purpose reach their recipient, as this environment is set up. */
export async function codeChannels({ adapters }: Context, purpose: CodePurpose): Promise<CodeChannel[]> {
  const hasMail = byMail.has(purpose) && (await adapters.mail.can_deliver());
  return [
    ...((await adapters.sms.can_deliver(purpose)) ? ['sms' as const] : []),
    ...(hasMail ? ['mail' as const] : []),
  ];
}

/** The same for registering without an invitation, which the school may have closed. */
export async function registerChannels(ctx: Context): Promise<CodeChannel[]> {
  return (await ctx.settings.get('register_open')) ? codeChannels(ctx, 'register') : [];
}

/** Whether the school is open to newcomers, but no code reaches them. */
export async function isRegistrationShut(ctx: Context): Promise<boolean> {
  return (await ctx.settings.get('register_open')) && (await codeChannels(ctx, 'register')).length === 0;
}
