import { sql } from 'kysely';
import { labState } from '@kaike/shared/domain/ai/lab/lab-state';
import { templateActions, templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { allows } from '@kaike/shared/domain/status';
import type { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, FailedRow, RowOf, Write } from '../../../kit/behaviour.ts';
import { forgetOpeners } from '../talk/public.ts';
import { followScene, recountSceneCourses } from '../../catalog/courses/public.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';

/** Archives the version that the newly published one replaces, with a log entry of its own. */
async function archivePrevious({ trx, call }: Write, row: RowOf<typeof aiPromptTemplates>): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from ai_prompt_templates
    where key = ${row.key} and locale = ${row.locale} and status = ${templateStatus.published} and deleted_at is null for update`.execute(
    trx,
  );
  await setColumns({ trx, call }, 'ai_prompt_templates', {
    ids: rows.map(({ id }) => id),
    values: { status: templateStatus.archived },
  });
  // AI teachers that used the previous version continue with the new one.
  await sql`update ai_peoples set template_id = ${row.id} where template_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  for (const { id, name } of rows) {
    await writeLog(trx, call, {
      resource: 'ai-prompt-templates',
      action: 'change-status',
      record_id: id,
      record_title: name,
      before: { status: templateStatus.published },
      after: { status: templateStatus.archived },
    });
  }
}

/** Draft → published → archived. At most one version of a key and language is published. */
export async function changeStatus({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof aiPromptTemplates, 'change-status'>): Promise<ActionResult> {
  const status = input.status;
  const action = status === templateStatus.published ? 'publish' : 'archive';
  const isRefused = (row: RowOf<typeof aiPromptTemplates>): boolean => !allows(templateActions, action, row.status);
  const needsLab = action === 'publish' && (await call.ctx.settings.get('ai_lab_required'));
  const isUntested = (row: RowOf<typeof aiPromptTemplates>): boolean =>
    needsLab && row.type === templateType.scene && row.lab_state !== labState.passed;
  const others = rows.filter((row) => row.status !== status);
  const failed = others.flatMap((row): FailedRow[] => {
    if (isRefused(row)) return [{ id: row.id, code: 'record.state' }];
    return isUntested(row) ? [{ id: row.id, code: 'ai_template.lab_required' }] : [];
  });
  const changed = others.filter((row) => !isRefused(row) && !isUntested(row));
  if (action === 'publish') for (const row of changed) await archivePrevious({ trx, call }, row);
  const values = action === 'publish' ? { status, published_at: call.ctx.clock() } : { status };
  await setColumns({ trx, call }, 'ai_prompt_templates', { ids: changed.map(({ id }) => id), values });
  if (action === 'publish') for (const row of changed) await followScene(trx, row);
  if (changed.some(({ type }) => type === templateType.greeting)) await forgetOpeners(trx);
  await recountSceneCourses(trx);
  return { changed: changed.length, failed };
}
