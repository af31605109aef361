import { agencyCookie } from '@kaike/shared/domain/agencies/agency-link';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type * as auth from '@kaike/shared/contracts/auth/auth';
import type { Db } from '../../../../db/pool.ts';
import { AppError, assert, checkAll } from '../../../../core/app-error.ts';
import type { HttpReply } from '../../../../core/respond.ts';
import type { Call } from '../../../../core/call.ts';
import { openInvitation, claimPlace } from '../../../people/invitations/public.ts';
import { checkCode, consumeCode } from '../codes/check-code.ts';
import { codeChannels } from '../codes/code-channels.ts';
import type { CodeChannel } from '../codes/code-policy.ts';
import { asDuplicateError, insertMember } from './insert-member.ts';
import { answerSignedIn, openSession, type SignedIn } from '../open-session.ts';
import { checkNewPassword } from '../passwords/check-new-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import type { CallOf } from '../../../../core/call.ts';

type Body = BodyOf<typeof auth.register>;
type Contact = { channel: CodeChannel; receiver: string };

/** The error of a field that must not be empty. */
export const requiredError = (field: string): AppError =>
  new AppError('request.invalid', { failures: { [field]: [{ rule: 'required', params: [] }] } });

/** The number or mailbox to prove; one of them. */
export function contactOf({ mobile_phone: mobile, email }: Pick<Body, 'mobile_phone' | 'email'>): Contact | null {
  if (mobile) return { channel: 'sms', receiver: mobile };
  return email ? { channel: 'mail', receiver: email.toLowerCase() } : null;
}

/** The agency credited with the member; null without a code. */
async function findAgency(db: Db, code: string | null | undefined): Promise<number | null> {
  if (!code) return null;
  const agency = await db
    .selectFrom('agencies')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
    .where('status', '=', agencyStatus.active)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  assert(agency, 'auth.agency_unknown', { field: 'agency_code' });
  return agency.id;
}

/** The agency of the code typed, else of the agency's short link; a stale link never blocks a registration. */
async function creditedAgency(call: Call, body: Body): Promise<number | null> {
  if (body.agency_code) return findAgency(call.ctx.db, body.agency_code);
  return findAgency(call.ctx.db, call.cookies[agencyCookie]).catch(() => null);
}

type Origin = { agency_id: number | null; invitation_id: number | null; source: 'register' | 'agency' | 'invitation' };

/** Where the person comes from; without an invitation, registration must be open. */
async function originOf(call: Call, body: Body): Promise<Origin> {
  const { ctx } = call;
  if (body.invitation) {
    const { id, agency_id } = await openInvitation(ctx, body.invitation);
    return { agency_id, invitation_id: id, source: 'invitation' };
  }
  assert(await ctx.settings.get('register_open'), 'auth.register_closed');
  const agencyId = await creditedAgency(call, body);
  return { agency_id: agencyId, invitation_id: null, source: agencyId === null ? 'register' : 'agency' };
}

/** Checks the code sent to the contact. Only where none can be sent, an invitation suffices, with a user name to log in by. */
async function proveContact({ ctx }: Call, body: Body, contact: Contact | null): Promise<number | null> {
  if (contact)
    return checkCode(ctx, { purpose: 'register', receiver: contact.receiver, code: body.message_code ?? '' });
  const channels = await codeChannels(ctx, 'register');
  if (!body.invitation || channels.includes('sms')) throw requiredError('mobile_phone');
  if (channels.length > 0) throw requiredError('email');
  if (!body.username) throw requiredError('username');
  return null;
}

/** Registers a member and logs in: user, member, used code, place of the invitation and session are committed together or not at all. */
export async function register(call: CallOf<typeof auth.register>): Promise<HttpReply<SignedIn>> {
  const body = call.body;
  const { ctx } = call;
  const contact = contactOf(body);
  const person = {
    username: body.username,
    mobile_phone: contact?.channel === 'sms' ? contact.receiver : null,
    email: contact?.channel === 'mail' ? contact.receiver : null,
  };
  await checkAll(
    () => checkNewPassword(ctx, body.password, person),
    () => originOf(call, body),
  );
  const origin = await originOf(call, body);
  const codeId = await proveContact(call, body, contact);
  const hash = await hashPassword(body.password);
  try {
    const session = await ctx.db.transaction().execute(async (trx) => {
      // Insert first: of two concurrent requests the slower one reports that the mobile number is taken, not that its code is used.
      const userId = await insertMember(trx, person, { hash, ...origin, now: ctx.clock() });
      if (codeId !== null) await consumeCode(ctx, trx, codeId);
      if (origin.invitation_id !== null) await claimPlace(ctx, trx, origin.invitation_id);
      return openSession(call, trx, { user_id: userId, is_admin: false, remember: false, way: null });
    });
    return await answerSignedIn(call, session, { remember: false, back_url: body.back_url });
  } catch (error) {
    throw asDuplicateError(error);
  }
}
