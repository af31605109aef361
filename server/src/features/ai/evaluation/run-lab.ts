import { labState, isSameCase, type LabResult } from '@kaike/shared/domain/ai/lab/lab-state';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import type { Context } from '../../../core/context.ts';
import { assert } from '../../../core/app-error.ts';
import { addJob } from '../../../core/job.ts';
import type { ActionResult, ActionRun } from '../../../kit/behaviour.ts';
import { attackTasks } from './attacks.ts';
import { failuresOf, linesOf } from './check-replies.ts';
import { judgeReplies } from './judge-replies.ts';
import type { LabTask } from './lab-task.ts';
import { beginRun, endRun, findRun, loadCases, saveResults } from './lab.store.ts';
import { hasTeacher } from './find-person.ts';
import { playCase } from './play-case.ts';

/** Cases of a run that are judged at most; each is a call more. */
const maxVerdicts = 30;

/** Who would write the replies now. */
export const labProvider = async ({ adapters }: Context): Promise<string> =>
  (await adapters.chat.vendor()) ?? scriptProvider;

/** Starts a run of a version. */
export async function startLab({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof aiPromptTemplates, 'lab-run'>): Promise<ActionResult> {
  const provider = await labProvider(call.ctx);
  const { has_attacks, people_id } = input;
  assert(!people_id || (await hasTeacher(trx, people_id)), 'record.not_found', { field: 'people_id' });
  // A scripted run plays no teacher.
  const playedId = provider === scriptProvider ? null : (people_id ?? null);
  const failed: ActionResult['failed'] = [];
  for (const { id, key } of rows) {
    if (!has_attacks && (await loadCases(trx, key)).length === 0) {
      failed.push({ id, code: 'ai_template.no_cases' });
      continue;
    }
    const runId = await beginRun(
      trx,
      { template_id: id, provider, has_attacks, people_id: playedId },
      call.ctx.clock(),
    );
    // One after the other: what a run costs is what was called for the lab meanwhile.
    await addJob(trx, 'run-lab', { id: runId }, { queue: 'lab' });
  }
  return { changed: rows.length - failed.length, failed };
}

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

async function playOne(ctx: Context, run: Run, task: LabTask): Promise<LabResult> {
  const { id, name, answers, rubric } = task;
  const played = await playCase(ctx, run, task);
  if (!played) return { case_id: id, name, failures: ['no_service'], replies: [] };
  const replies = [...played.replies];
  const isJudged = rubric !== '' && run.results.filter(({ verdict }) => verdict).length < maxVerdicts;
  const verdict = isJudged ? await judgeReplies(ctx, { rubric, answers: linesOf(answers), replies }) : null;
  return { case_id: id, name, failures: failuresOf(task, played), replies, verdict };
}

/** Plays the cases one after the other. A run that was interrupted goes on with the next case. */
export async function runLab(ctx: Context, id: number): Promise<LabResult[]> {
  const results: LabResult[] = [...((await findRun(ctx.db, id))?.results ?? [])];
  const now = (): Date => ctx.clock();
  for (;;) {
    const run = await findRun(ctx.db, id);
    if (!run) {
      await endRun(ctx.db, id, { state: labState.stale, now: now() });
      return results;
    }
    const tasks: readonly LabTask[] = [...(await loadCases(ctx.db, run.key)), ...(run.has_attacks ? attackTasks : [])];
    const next = tasks.find((one) => !results.some((done) => isSameCase({ case_id: one.id, name: one.name }, done)));
    if (!next) break;
    results.push(await playOne(ctx, { ...run, results }, next));
    await saveResults(ctx.db, id, results);
  }
  const hasPassed = results.every(({ failures }) => failures.length === 0);
  await endRun(ctx.db, id, { state: hasPassed ? labState.passed : labState.failed, now: now() });
  return results;
}
