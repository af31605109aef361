import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { assert } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import { parseAttachments, claimAttachments } from '../attachments.ts';

/** Sets the downloads of the whole course. */
export async function updateAttachments(call: AdminCallOf<typeof courses.updateAttachments>): Promise<OutlineResult> {
  const after = parseAttachments(call.body.attachments ?? []);
  return changeOutline(call, async ({ trx, course, now }) => {
    const { rows } = await sql<{
      attachments: string[];
    }>`select attachments from courses where id = ${course.id}`.execute(trx);
    assert(rows[0], 'record.not_found');
    const before = rows[0].attachments;
    if (JSON.stringify(before) === JSON.stringify(after)) return null;
    await claimAttachments({ trx, now }, { before, after });
    await sql`update courses set attachments = ${JSON.stringify(after)}::jsonb where id = ${course.id}`.execute(trx);
    return { action: 'update-attachments', before: { attachments: before }, after: { attachments: after } };
  });
}
