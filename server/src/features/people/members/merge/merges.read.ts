import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import type { MergeCounts } from './move-references.ts';

export type MemberMerge = {
  other_id: number;
  other_name: string;
  /** The member of the page is the account that went. */
  has_gone: boolean;
  merged_at: Date;
  undo_until: Date;
  counts: MergeCounts;
};

/** Merges of a member that stand: into another account, or of others into it. */
export async function loadMerges(db: Db, memberId: number): Promise<MemberMerge[]> {
  const { rows } =
    await sql<MemberMerge>`select o.id as other_id, o.display_name as other_name, g.source_id = ${memberId} as has_gone, g.merged_at, g.undo_until, g.counts
    from member_merges g join member_rows o on o.id = case when g.source_id = ${memberId} then g.target_id else g.source_id end
    where ${memberId} in (g.source_id, g.target_id) and g.undone_at is null order by g.id desc limit 20`.execute(db);
  return rows;
}
