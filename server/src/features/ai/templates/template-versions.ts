import { sql } from 'kysely';
import { templateStatus } from '@kaike/shared/domain/ai/ai-template';
import { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import type { Row, RowOf, Values, Write } from '../../../kit/behaviour.ts';
import { insertRow } from '../../../kit/write/write-rows.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';

export type TemplateVersion = {
  id: number;
  template_version: number;
  status: number;
  published_at: Date | null;
  updated_at: Date;
};

/** All versions of a key in a language, latest first. */
export async function loadVersions(
  db: Db,
  { key, locale }: { key: string; locale: string },
): Promise<TemplateVersion[]> {
  return db
    .selectFrom('ai_prompt_templates')
    .select(['id', 'template_version', 'status', 'published_at', 'updated_at'])
    .where('key', '=', key)
    .where('locale', '=', locale)
    .where('deleted_at', 'is', null)
    .orderBy('template_version', 'desc')
    .limit(100)
    .execute();
}

/** The number of the next version. Writers of one key are serialised, so there is never more than one draft of it. */
export async function nextVersion(trx: Db, { key, locale }: { key: string; locale: string }): Promise<number> {
  await lockUntilCommit(trx, `ai_prompt_templates:${key}:${locale}`);
  // Deleted versions keep their numbers: chats refer to them.
  const { rows } = await sql<{
    next: number;
    has_draft: boolean;
  }>`select coalesce(max(template_version), 0) + 1 as next,
      coalesce(bool_or(status = ${templateStatus.draft} and deleted_at is null), false) as has_draft
    from ai_prompt_templates where key = ${key} and locale = ${locale}`.execute(trx);
  const [row] = rows;
  assert(row, 'server.internal');
  assert(!row.has_draft, 'ai_template.draft_exists', { field: 'key' });
  return row.next;
}

/** Creates the next draft from a version, with these changes. */
export async function makeNextDraft(write: Write, row: RowOf<typeof aiPromptTemplates>, changes: Values): Promise<Row> {
  const { name, key, type, locale, body, options, scene, for_trial, remark } = row;
  const resource = write.call.ctx.resources.of(aiPromptTemplates);
  const draft = await insertRow(write, resource, {
    name,
    key,
    type,
    locale,
    body,
    options,
    scene,
    for_trial,
    remark,
    ...changes,
  });
  await writeLog(write.trx, write.call, {
    resource: resource.definition.name,
    action: 'create',
    record_id: draft.id,
    record_title: draft.name,
    after: { key, locale, template_version: draft.template_version },
  });
  return draft;
}
