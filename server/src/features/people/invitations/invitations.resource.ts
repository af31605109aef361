import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import { invitations } from '@kaike/shared/resources/people/invitations';
import { AppError } from '../../../core/app-error.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type FailedRow,
  type Write,
} from '../../../kit/behaviour.ts';
import { findEndFailure } from '../../../kit/fields/check-span.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { defaultAgency } from '../../agencies/agencies/public.ts';
import { stateAt } from './invitation-state.ts';

/** Too long to be guessed, short enough for a poster. */
const codeBytes = 12;

type Terms = { max_uses?: number; expires_at?: string | Date };

function checkTerms({ call }: Write, { max_uses: places, expires_at: end }: Terms, used: number): void {
  const failures: FieldFailures = {};
  const late = findEndFailure(end, { now: call.ctx.clock() });
  if (late) failures['expires_at'] = [late];
  if (places !== undefined && places < used) failures['max_uses'] = [{ rule: 'min_value', params: [String(used)] }];
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
}

async function revoke({ trx, call, rows }: ActionRun<typeof invitations>): Promise<ActionResult> {
  const failed = rows
    .filter(({ revoked_at: at }) => at !== null)
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const ids = rows.filter(({ revoked_at: at }) => at === null).map(({ id }) => id);
  await setColumns({ trx, call }, 'invitations', { ids, values: { revoked_at: call.ctx.clock() } });
  return { changed: ids.length, failed };
}

export const invitationsBehaviour = defineBehaviour(invitations, {
  computed: { state: stateAt(sql`now()`) },
  async beforeCreate(write, values) {
    checkTerms(write, values, 0);
    const agencyId = await defaultAgency(write, values.agency_id);
    return { ...values, agency_id: agencyId, code: randomBytes(codeBytes).toString('base64url') };
  },
  async beforeUpdate(write, { before, values }) {
    checkTerms(write, values, before.used_count);
    return values;
  },
  actions: { revoke },
});
