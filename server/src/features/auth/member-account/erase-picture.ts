import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';

const prefix = '/uploads/public/';

/**
 * Deletes an avatar from storage. Its address is public, so an avatar may point at the picture of a course: a file that
 * is used elsewhere stays.
 */
export async function erasePicture({ db, adapters, log }: Context, address: string | null): Promise<void> {
  if (!address?.startsWith(prefix)) return;
  const within = `%${address}%`;
  const { rows } = await sql<{ is_used: boolean }>`select exists (select 1 from users where avatar = ${address})
    or exists (select 1 from teachers where avatar = ${address} or ${address} = any(pictures) or intro like ${within}) or exists (select 1 from ai_peoples where avatar = ${address})
    or exists (select 1 from courses where cover = ${address} or detail like ${within}) or exists (select 1 from subjects where cover = ${address})
    or exists (select 1 from products where cover = ${address} or intro like ${within}) or exists (select 1 from card_themes where ${address} in (cover_front, cover_back))
    or exists (select 1 from media where cover = ${address}) or exists (select 1 from lessons where content like ${within})
    or exists (select 1 from columns where items::text like ${within}) or exists (select 1 from messages where body like ${within})
    or exists (select 1 from configs where value like ${within}) as is_used`.execute(db);
  if (rows[0]?.is_used) return;
  await adapters.storage
    .remove(address.slice(prefix.length))
    .catch((error: unknown) => log.warn({ err: error }, 'a picture of an erased account could not be removed'));
}
