import { sql } from 'kysely';
import { invitationState, type InvitationState } from '@kaike/shared/domain/people/invitation-state';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { stateAt } from './invitation-state.ts';

export type Invitation = {
  id: number;
  agency_id: number | null;
  agency: string | null;
  expires_at: Date;
  state: InvitationState;
};

/** The invitation of a link in whatever state; null when there is none. */
export async function findInvitation({ db, clock }: Context, code: string): Promise<Invitation | null> {
  const { rows } =
    await sql<Invitation>`select r.id, r.agency_id, r.expires_at, ${stateAt(sql`${clock()}::timestamptz`)} as state,
      (select g.name from agencies g where g.id = r.agency_id) as agency
    from invitations r where r.code = ${code} and r.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The invitation of a link that still admits somebody. */
export async function openInvitation(ctx: Context, code: string): Promise<Invitation> {
  const invitation = await findInvitation(ctx, code);
  assert(invitation?.state === invitationState.open, 'invitation.over');
  return invitation;
}

/** Takes one place in the transaction of the registration. Of many concurrent callers as many succeed as there are places. */
export async function claimPlace({ clock }: Context, trx: Db, id: number): Promise<void> {
  const { rows } = await sql`update invitations r set used_count = r.used_count + 1
    where r.id = ${id} and r.deleted_at is null and ${stateAt(sql`${clock()}::timestamptz`)} = ${invitationState.open} returning r.id`.execute(
    trx,
  );
  assert(rows.length === 1, 'invitation.over');
}
