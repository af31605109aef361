import type * as agencies from '@kaike/shared/contracts/agencies/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CallOf } from '../../../../../core/call.ts';
import { findGenuine } from './issue-statement.ts';

/** Whether the school issued the statement, and what it says. */
export async function checkStatement(
  call: CallOf<typeof agencies.checkStatement>,
): Promise<ResponseOf<typeof agencies.checkStatement>> {
  const { ctx } = call;
  const school = await ctx.settings.get('school_name');
  // As people type it from paper: in groups, in small letters.
  const code = call.params.code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  const row = await ctx.db.selectFrom('agency_statements').selectAll().where('code', '=', code).executeTakeFirst();
  const signed = row ? findGenuine(ctx, row) : null;
  if (!signed) return { school, statement: null };
  const { masked_name, from_day: from, to_day: to, opening, closing, types, issued_at } = signed;
  return {
    school,
    statement: { code, masked_name, from, to, opening, closing, types, issued_at: issued_at.toISOString() },
  };
}
