import { sendState } from '@kaike/shared/domain/messaging/message-status';
import type { InputOf } from '@kaike/shared/kit/field';
import type { members } from '@kaike/shared/resources/people/members';
import { AppError } from '../../../../core/app-error.ts';
import { addJob, jobPriority } from '../../../../core/job.ts';
import type { ColumnsOf, RowOf, Write } from '../../../../kit/behaviour.ts';
import { defaultAgency } from '../../../agencies/agencies/public.ts';
import { asDuplicateError } from '../../../auth/login/public.ts';
import { limitForeignNumbers } from './foreign-numbers.ts';
import { grantProducts } from './grant-products.ts';

type Input = InputOf<typeof members.fields>;

/** Creates the account of a learner entered by the back office. It has no password: the learner sets it at the first login. */
async function insertAccount(
  { trx, call }: Write,
  { name, mobile_phone, email, send_welcome: isWelcomed }: Input,
): Promise<number> {
  const now = call.ctx.clock();
  const person = {
    name,
    mobile_phone: mobile_phone || null,
    email: email?.toLowerCase() || null,
    created_at: now,
    updated_at: now,
    created_by: call.actor.user_id,
  };
  try {
    const { id } = await trx.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
    const send_state = isWelcomed ? sendState.waiting : sendState.none;
    await trx.insertInto('first_logins').values({ user_id: id, send_state, created_at: now }).execute();
    return id;
  } catch (error) {
    if (asDuplicateError(error) instanceof AppError) await limitForeignNumbers(call, person);
    // Said to who enters the learner, not to who registers.
    throw error;
  }
}

/** The account and the columns of a new member. */
export async function prepareMember(write: Write, values: Input): Promise<ColumnsOf<typeof members>> {
  const { name: _n, mobile_phone: mobile, email, product_ids: _p, send_welcome: _s, agency_id, ...columns } = values;
  if (!mobile && !email)
    throw new AppError('request.invalid', { failures: { mobile_phone: [{ rule: 'required', params: [] }] } });
  const agencyId = await defaultAgency(write, agency_id);
  const source = write.is_import ? 'import' : 'admin';
  return { ...columns, agency_id: agencyId, source, user_id: await insertAccount(write, values) };
}

/** Opens the products of a new member, and sends the message once the creation has committed. */
export async function settleMember(write: Write, row: RowOf<typeof members>, values: Input): Promise<void> {
  const { trx, call } = write;
  await grantProducts(write, { member_id: row.id, agency_id: row.agency_id, product_ids: values.product_ids });
  if (!values.send_welcome) return;
  const payload = { member_id: row.id, origin: call.origin, locale: call.locale };
  await addJob(trx, 'welcome_member', payload, {
    key: `welcome_member:${row.id}`,
    priority: jobPriority.later,
    queue: 'welcome_member',
  });
}
