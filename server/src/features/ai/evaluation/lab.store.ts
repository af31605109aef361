import { sql } from 'kysely';
import { labState, type LabResult, type LabState } from '@kaike/shared/domain/ai/lab/lab-state';
import { templateStatus } from '@kaike/shared/domain/ai/ai-template';
import type { Db } from '../../../db/pool.ts';
import { attackTasks } from './attacks.ts';

export const loadCases = (db: Db, key: string) =>
  db.selectFrom('ai_lab_cases').selectAll().where('key', '=', key).orderBy('id').limit(200).execute();

/** The versions of these scenes have to be tested again. */
export async function makeStale(trx: Db, keys: readonly string[]): Promise<void> {
  await sql`update ai_prompt_templates set lab_state = ${labState.stale}, lab_run_id = null
    where key = any(${keys}::text[]) and lab_state in (${labState.passed}, ${labState.failed}, ${labState.running})`.execute(
    trx,
  );
}

/** Deleted versions keep no runs: they could not be removed for good, and are untested when they come back. */
export async function forgetRuns(trx: Db, templateIds: readonly number[]): Promise<void> {
  await sql`update ai_prompt_templates set lab_state = ${labState.untested}, lab_run_id = null where id = any(${templateIds}::bigint[])`.execute(
    trx,
  );
  await sql`delete from ai_lab_runs where template_id = any(${templateIds}::bigint[])`.execute(trx);
}

type Run = {
  id: number;
  provider: string;
  results: LabResult[];
  has_attacks: boolean;
  template_id: number;
  key: string;
  body: string;
  options: unknown;
  scene: unknown;
  people_id: number | null;
};

type NewRun = Pick<Run, 'template_id' | 'provider' | 'has_attacks' | 'people_id'>;

/** A run that goes on, with the version it tests; null once another run or a change has taken its place. */
export async function findRun(db: Db, id: number): Promise<Run | null> {
  const { rows } =
    await sql<Run>`select r.id, r.provider, r.results, r.has_attacks, r.people_id, t.id as template_id, t.key, t.body, t.options, t.scene
    from ai_lab_runs r join ai_prompt_templates t on t.id = r.template_id and t.lab_run_id = r.id
    where r.id = ${id} and r.state = ${labState.running}`.execute(db);
  return rows[0] ?? null;
}

/** Begins a run of a version; an earlier one that goes on ends by itself. */
export async function beginRun(
  trx: Db,
  { template_id, provider, has_attacks, people_id }: NewRun,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into ai_lab_runs (template_id, state, provider, has_attacks, people_id, usage_from, created_at)
    values (${template_id}, ${labState.running}, ${provider}, ${has_attacks}, ${people_id}, (select coalesce(max(u.id), 0) from ai_usage u), ${now}) returning id`.execute(
    trx,
  );
  const runId = rows[0]?.id ?? 0;
  await sql`update ai_prompt_templates set lab_state = ${labState.running}, lab_run_id = ${runId} where id = ${template_id}`.execute(
    trx,
  );
  return runId;
}

export async function saveResults(db: Db, id: number, results: readonly LabResult[]): Promise<void> {
  await sql`update ai_lab_runs set results = ${JSON.stringify(results)}::jsonb where id = ${id}`.execute(db);
}

/** Ends a run with what its calls cost, and tells its version. */
export async function endRun(db: Db, id: number, { state, now }: { state: LabState; now: Date }): Promise<void> {
  await sql`with run as (
      update ai_lab_runs r set state = ${state}, done_at = ${now}, tokens_in = u.tokens_in, tokens_out = u.tokens_out, cost = u.cost
      from (select coalesce(sum(a.tokens_in), 0)::int as tokens_in, coalesce(sum(a.tokens_out), 0)::int as tokens_out, coalesce(sum(a.cost), 0) as cost
        from ai_usage a where a.purpose = 'lab' and a.id > (select usage_from from ai_lab_runs where id = ${id})) u
      where r.id = ${id} and r.state = ${labState.running} returning r.id)
    update ai_prompt_templates t set lab_state = ${state} from run where t.lab_run_id = run.id`.execute(db);
}

type ShownRun = {
  has_attacks: boolean;
  state: LabState;
  provider: string;
  /** Null: the first teacher played. */
  people_name: string | null;
  results: LabResult[];
  tokens_in: number;
  tokens_out: number;
  cost: number;
  created_at: Date;
};

/** What the page of a version shows: its last run, beside that of the published version. */
export async function loadLab(db: Db, { id, key, locale }: { id: number; key: string; locale: string }) {
  const last = async (where: ReturnType<typeof sql<boolean>>): Promise<ShownRun | null> => {
    const { rows } =
      await sql<ShownRun>`select r.has_attacks, r.state, r.provider, p.name as people_name, r.results, r.tokens_in, r.tokens_out, r.cost::float8 as cost, r.created_at
      from ai_lab_runs r join ai_prompt_templates t on t.id = r.template_id left join ai_peoples p on p.id = r.people_id where ${where} order by r.id desc limit 1`.execute(
        db,
      );
    return rows[0] ?? null;
  };
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ai_lab_cases where key = ${key}`.execute(db);
  const count = rows[0]?.count ?? 0;
  const run = await last(sql<boolean>`r.template_id = ${id}`);
  return {
    case_count: count,
    run: run && { ...run, total: count + (run.has_attacks ? attackTasks.length : 0) },
    published: await last(
      sql<boolean>`t.key = ${key} and t.locale = ${locale} and t.status = ${templateStatus.published} and t.id <> ${id}
        and r.state in (${labState.passed}, ${labState.failed})`,
    ),
  };
}
