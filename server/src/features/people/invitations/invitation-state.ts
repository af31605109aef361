import { sql, type RawBuilder } from 'kysely';
import { invitationState, type InvitationState } from '@kaike/shared/domain/people/invitation-state';
import { agencyStatus } from '@kaike/shared/domain/people/people';

const { open, used_up, expired, closed, revoked } = invitationState;

/** The state of the invitation `r` at a moment. */
export const stateAt = (now: RawBuilder<Date>): RawBuilder<InvitationState> => sql<InvitationState>`case
  when r.revoked_at is not null then ${sql.lit(revoked)} when r.expires_at <= ${now} then ${sql.lit(expired)}
  when r.used_count >= r.max_uses then ${sql.lit(used_up)}
  when exists (select 1 from agencies g where g.id = r.agency_id and (g.status <> ${sql.lit(agencyStatus.active)} or g.deleted_at is not null)) then ${sql.lit(closed)}
  else ${sql.lit(open)} end`;
