import { sql } from 'kysely';
import { moveTerms, type CourseTerm, type MovedTerm } from '@kaike/shared/domain/commerce/course-terms';
import type { Db } from '../../../db/pool.ts';

/** What becomes of some entitlements: taken back, given back, or ended at another moment. */
export type AccessChange = { is_revoked: boolean } | { end_at: Date | null };
export type AccessChanges = ReadonlyMap<number, AccessChange>;

/** New dates of an entitlement that follows changed ones. */
export type TermMove = MovedTerm & {
  member_id: number;
  course_id: number;
  title: string;
  start_before: Date;
  end_before: Date | null;
  causes: readonly number[];
};

type Stored = CourseTerm & { member_id: number; course_id: number; title: string; is_revoked: boolean };

const isOver = ({ end_at: end }: CourseTerm, now: Date): boolean => end !== null && end <= now;

async function readTerms(db: Db, ids: readonly number[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`select e.id, e.member_id, e.course_id, c.title, e.start_at, e.end_at,
      e.redated_at is not null as is_dated, e.revoked_at is not null as is_revoked
    from (select distinct member_id, course_id from entitlements where id = any(${ids}::bigint[]) and kind = 'course') p
    join entitlements e on e.member_id = p.member_id and e.course_id = p.course_id and e.kind = 'course' join courses c on c.id = e.course_id
    order by e.id`.execute(db);
  return rows;
}

/** Which entitlements were moved because of each of these. */
async function readFollowers(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number;
  }>`select distinct entitlement_id as id from entitlement_moves where cause_id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function changed(term: Stored, change: AccessChange | undefined): Stored {
  return change ? { ...term, ...change } : term;
}

/**
 * The entitlements whose dates move when these change, by the same rules for a dry run and for the act. Called before the change
 * is written; whoever writes it has locked the members.
 */
export async function planMoves(db: Db, changes: AccessChanges, now: Date): Promise<TermMove[]> {
  const ids = [...changes.keys()];
  if (ids.length === 0) return [];
  const returning = ids.filter((id) => {
    const change = changes.get(id);
    return change && ('end_at' in change || !change.is_revoked);
  });
  const terms = await readTerms(db, ids);
  const followers = returning.length > 0 ? await readFollowers(db, returning) : new Set<number>();
  const byCourse = new Map<string, Stored[]>();
  for (const term of terms) {
    const key = `${term.member_id}:${term.course_id}`;
    byCourse.set(key, [...(byCourse.get(key) ?? []), term]);
  }
  return [...byCourse.values()].flatMap((before) => {
    const after = before.map((term) => changed(term, changes.get(term.id)));
    const moved = moveTerms({
      before: before.filter((term) => !term.is_revoked),
      after: after.filter((term) => !term.is_revoked),
      now,
      making_way: followers,
    });
    return moved.flatMap((one) => {
      const term = before.find(({ id }) => id === one.id);
      if (!term) return [];
      const causes = after.filter(
        ({ id, ...other }) => id < one.id && ((other.is_revoked && !isOver({ id, ...other }, now)) || changes.has(id)),
      );
      const { member_id, course_id, title, start_at: startBefore, end_at: endBefore } = term;
      return {
        ...one,
        member_id,
        course_id,
        title,
        start_before: startBefore,
        end_before: endBefore,
        causes: causes.map(({ id }) => id),
      };
    });
  });
}

/** Writes planned moves and what caused them. */
export async function writeMoves(trx: Db, moves: readonly TermMove[], now: Date): Promise<void> {
  if (moves.length === 0) return;
  const text = (moment: Date | null): string | null => moment?.toISOString() ?? null;
  await sql`update entitlements e set start_at = m.start_at, end_at = m.end_at
    from unnest(${moves.map(({ id }) => id)}::bigint[], ${moves.map((move) => text(move.start_at))}::timestamptz[],
      ${moves.map((move) => text(move.end_at))}::timestamptz[]) as m (id, start_at, end_at) where e.id = m.id`.execute(
    trx,
  );
  const lines = moves.flatMap(({ id, causes, start_before, end_before, start_at, end_at }) =>
    causes.map((cause) => ({
      entitlement_id: id,
      cause_id: cause,
      start_before,
      end_before,
      start_at,
      end_at,
      created_at: now,
    })),
  );
  if (lines.length > 0) await trx.insertInto('entitlement_moves').values(lines).execute();
}

/** Plans and writes; the members must be locked and the change not written yet. */
export async function moveFollowers(trx: Db, changes: AccessChanges, now: Date): Promise<TermMove[]> {
  const moves = await planMoves(trx, changes, now);
  await writeMoves(trx, moves, now);
  return moves;
}

/** The change of taking these back. */
export const revoked = (ids: readonly number[]): AccessChanges => new Map(ids.map((id) => [id, { is_revoked: true }]));
