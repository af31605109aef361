import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { joinPersona } from '../talk/public.ts';

/** The teacher of a run, as a prompt describes one. */
export type LabTeacher = {
  name: string;
  language: string;
  persona: string;
  teaching_style: string;
  correction: string;
  persona_body: string | null;
  persona_options: unknown;
};

/** Who plays in a school without teachers. */
export const somebody: LabTeacher = {
  name: 'Emma',
  language: 'en',
  persona: '',
  teaching_style: '',
  correction: 'off',
  persona_body: null,
  persona_options: {},
};

/** This teacher, also one deleted since it was chosen; by default the first of the school. Null when there is none. */
export async function findPerson(db: Db, id: number | null): Promise<LabTeacher | null> {
  const { rows } =
    await sql<LabTeacher>`select p.name, p.language, p.persona, p.teaching_style, p.correction, s.body as persona_body, s.options as persona_options
    from ai_peoples p ${joinPersona} where case when ${id}::bigint is null then p.deleted_at is null else p.id = ${id} end order by p.sort, p.id limit 1`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** Whether the school has this teacher. */
export const hasTeacher = async (db: Db, id: number): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('ai_peoples')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
