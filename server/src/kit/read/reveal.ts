import { contract } from '@kaike/shared/kit/contract';
import { field } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { s } from '@kaike/shared/kit/schema';
import { assert } from '../../core/app-error.ts';
import type { AdminCall, ById } from '../../core/call.ts';
import type { Resource } from '../behaviour.ts';
import { writeLog } from '../write/operation-log.ts';
import { findRows } from './load-rows.ts';

/** Fields that lists and pages show only in part. */
export const maskedKeys = ({ fields }: ResourceDefinition): string[] =>
  Object.entries(fields)
    .filter(([, { masked }]) => masked)
    .map(([key]) => key);

/** Requests the masked fields of one row in full, with a reason. */
export const revealContract = <P extends string>(path: P) =>
  contract({
    method: 'POST',
    path,
    body: { reason: field.text({ rules: 'required|max:200' }) },
    response: s.object({ values: s.record(s.nullable(s.string())) }),
  });

/** The masked fields of one row in full; who requested them and why is in the operation log before anything is returned. */
export async function revealFields(
  call: AdminCall<{ reason: string }> & ById,
  resource: Resource,
): Promise<{ values: Record<string, string | null> }> {
  const { ctx, actor, params, body } = call;
  const { definition } = resource;
  const { id } = params;
  const keys = maskedKeys(definition);
  return ctx.db.transaction().execute(async (trx) => {
    const [row] = await findRows({ db: trx, actor, resource }, [id]);
    assert(row, 'record.not_found');
    await writeLog(trx, call, {
      resource: definition.name,
      action: 'reveal',
      record_id: id,
      record_title: String(row[definition.title] ?? ''),
      after: { fields: keys },
      reason: body.reason,
    });
    const values = Object.fromEntries(
      keys.map((key) => [key, row[key] === null || row[key] === undefined ? null : String(row[key])]),
    );
    return { values: { ...values, ...(await resource.behaviour.reveal?.(call, trx, row)) } };
  });
}
