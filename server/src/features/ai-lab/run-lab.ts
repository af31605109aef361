import { sql } from 'kysely';
import { labState, type LabResult } from '@kaike/shared/domain/ai/lab/lab-state';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { aiPromptTemplates } from '@kaike/shared/resources/ai-prompt-templates';
import type { Context } from '../../core/context.ts';
import { addJob } from '../../core/job.ts';
import type { ActionResult, ActionRun } from '../../kit/behaviour.ts';
import { failuresOf } from './check-replies.ts';
import { endRun, findRun, readCases, saveResults } from './lab.store.ts';
import { playCase } from './play-case.ts';

/** Starts a run of a version; an earlier one that goes on ends by itself. */
export async function startLab({ trx, call, rows }: ActionRun<typeof aiPromptTemplates>): Promise<ActionResult> {
  const provider = (await call.ctx.adapters.chat.vendor()) ?? scriptProvider;
  const failed: ActionResult['failed'] = [];
  for (const { id, key } of rows) {
    if ((await readCases(trx, key)).length === 0) {
      failed.push({ id, code: 'ai_template.no_cases' });
      continue;
    }
    const { rows: runs } = await sql<{
      id: number;
    }>`insert into ai_lab_runs (template_id, state, provider, usage_from, created_at)
      values (${id}, ${labState.running}, ${provider}, (select coalesce(max(u.id), 0) from ai_usage u), ${call.ctx.clock()}) returning id`.execute(
      trx,
    );
    const runId = runs[0]?.id ?? 0;
    await sql`update ai_prompt_templates set lab_state = ${labState.running}, lab_run_id = ${runId} where id = ${id}`.execute(
      trx,
    );
    // One after the other: what a run costs is what was called for the lab meanwhile.
    await addJob(trx, 'run-lab', { id: runId }, { queue: 'lab' });
  }
  return { changed: rows.length - failed.length, failed };
}

/** Plays the cases one after the other. A run that was interrupted goes on with the next case. */
export async function runLab(ctx: Context, id: number): Promise<void> {
  const results: LabResult[] = [...((await findRun(ctx.db, id))?.results ?? [])];
  const now = (): Date => ctx.clock();
  for (;;) {
    const run = await findRun(ctx.db, id);
    if (!run) return endRun(ctx.db, id, { state: labState.stale, now: now() });
    const next = (await readCases(ctx.db, run.key)).find(
      (one) => !results.some(({ case_id: done }) => done === one.id),
    );
    if (!next) break;
    const played = await playCase(ctx, run, next);
    const failures = played ? failuresOf(next, played) : (['no_service'] satisfies LabResult['failures']);
    results.push({ case_id: next.id, name: next.name, failures, replies: [...(played?.replies ?? [])] });
    await saveResults(ctx.db, id, results);
  }
  const hasPassed = results.every(({ failures }) => failures.length === 0);
  await endRun(ctx.db, id, { state: hasPassed ? labState.passed : labState.failed, now: now() });
}
