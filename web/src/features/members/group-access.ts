export type Access = {
  id: number;
  kind: string;
  course_id: number | null;
  title: string;
  amount: number | null;
  source_type: string;
  source_id: number | null;
  source_no: string;
  start_at: string;
  end_at: string | null;
  redated_at: string | null;
  revoked_at: string | null;
  revoke_reason: string;
  revoked_by: number | null;
};
export type AccessGroup = Pick<Access, 'source_type' | 'source_no' | 'start_at'> & { key: string; entries: Access[] };

/** Groups entries opened by one card, one order or one action of an administrator, in input order. */
export function groupAccess(access: readonly Access[]): AccessGroup[] {
  const groups = new Map<string, AccessGroup>();
  for (const entry of access) {
    const { source_type, source_no, start_at } = entry;
    // A card or an order has an id; several actions of one administrator are distinguished by their time.
    const key =
      source_no === '' ? `${source_type}:${entry.source_id ?? ''}:${start_at}` : `${source_type}:${source_no}`;
    const group = groups.get(key) ?? { key, source_type, source_no, start_at, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const ends = (entry: Access): number => (entry.end_at === null ? Infinity : new Date(entry.end_at).getTime());

/** One line per course, with the effective end, in input order. */
export function lastOfEachCourse(access: readonly Access[]): Access[] {
  const last = new Map<number | null, Access>();
  for (const entry of access) {
    const latest = last.get(entry.course_id);
    if (!latest || ends(entry) > ends(latest)) last.set(entry.course_id, entry);
  }
  return [...last.values()];
}
