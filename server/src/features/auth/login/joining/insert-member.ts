import { DatabaseError } from 'pg';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';

type NewPerson = { mobile_phone: string | null; email?: string | null; username?: string | null | undefined };
type Joining = {
  hash: string | null;
  agency_id: number | null;
  invitation_id?: number | null;
  source: 'register' | 'agency' | 'invitation';
  now: Date;
};

/** Inserts a user and its member row; returns the user. */
export async function insertMember(
  trx: Db,
  person: NewPerson,
  { hash, agency_id, invitation_id = null, source, now }: Joining,
): Promise<number> {
  const times = { created_at: now, updated_at: now };
  const { id } = await trx
    .insertInto('users')
    .values({
      username: person.username || null,
      mobile_phone: person.mobile_phone ?? null,
      email: person.email ?? null,
      password_hash: hash,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('members')
    .values({ user_id: id, agency_id, invitation_id, source, ...times })
    .execute();
  return id;
}

const duplicates: Readonly<Record<string, () => AppError>> = {
  users_mobile_phone_key: () => new AppError('auth.mobile_taken', { field: 'mobile_phone' }),
  users_email_key: () => new AppError('auth.email_taken', { field: 'email' }),
  users_username_key: () => new AppError('auth.name_taken', { field: 'username' }),
};

/** Maps a lost race for a unique name to the error of its field. */
export function asDuplicateError(error: unknown): unknown {
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  return (constraint === undefined ? undefined : duplicates[constraint]?.()) ?? error;
}
