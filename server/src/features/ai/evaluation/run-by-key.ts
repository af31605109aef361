import { sql } from 'kysely';
import type { LabResult } from '@kaike/shared/domain/ai/lab/lab-state';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import type { Context } from '../../../core/context.ts';
import { beginRun, loadCases } from './lab.store.ts';
import { labProvider, runLab } from './run-lab.ts';

type Version = { id: number; name: string; template_version: number };
export type LabReport = { version: Version; provider: string; results: LabResult[] };

/** Tests the newest version of a scene, a draft before the published one, as its page does; null when there is none, or nothing to play. */
export async function runByKey(ctx: Context, key: string, hasAttacks: boolean): Promise<LabReport | null> {
  const { rows } = await sql<Version>`select id, name, template_version from ai_prompt_templates
    where key = ${key} and type = ${templateType.scene} and status in (${templateStatus.draft}, ${templateStatus.published}) and deleted_at is null
    order by template_version desc limit 1`.execute(ctx.db);
  const [version] = rows;
  if (!version || (!hasAttacks && (await loadCases(ctx.db, key)).length === 0)) return null;
  const provider = await labProvider(ctx);
  const id = await beginRun(
    ctx.db,
    { template_id: version.id, provider, has_attacks: hasAttacks, people_id: null },
    ctx.clock(),
  );
  return { version, provider, results: await runLab(ctx, id) };
}
