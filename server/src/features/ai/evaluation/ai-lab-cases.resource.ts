import { sql } from 'kysely';
import { templateType } from '@kaike/shared/domain/ai/ai-template';
import * as aiChats from '@kaike/shared/contracts/ai/ai-chats';
import { aiLabCases } from '@kaike/shared/resources/ai/ai-lab-cases';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { route } from '../../../core/route.ts';
import { defineBehaviour } from '../../../kit/behaviour.ts';
import { createLabCase } from './create-lab-case.ts';
import { makeStale } from './lab.store.ts';

async function checkKey(trx: Db, key: string): Promise<void> {
  const { rows } =
    await sql`select 1 from ai_prompt_templates where key = ${key} and type = ${templateType.scene} and deleted_at is null limit 1`.execute(
      trx,
    );
  assert(rows.length > 0, 'ai_template.no_scene_key', { field: 'key' });
}

export const aiLabCasesBehaviour = defineBehaviour(aiLabCases, {
  async beforeCreate({ trx }, values) {
    await checkKey(trx, values.key);
    return values;
  },
  afterCreate: ({ trx }, row) => makeStale(trx, [row.key]),
  async beforeUpdate({ trx }, { values }) {
    if (values.key !== undefined) await checkKey(trx, values.key);
    return values;
  },
  async afterUpdate({ trx }, { before, after }) {
    await makeStale(trx, [before.key, after.key]);
    return undefined;
  },
  afterDelete: ({ trx }, rows) =>
    makeStale(
      trx,
      rows.map(({ key }) => key),
    ),
  routes: [
    route.admin(aiChats.createLabCase, {
      permission: 'admin.ai-lab-cases.create',
      by_token: true,
      limit: { by: 'user', max: 60, seconds: 60 },
      handler: createLabCase,
    }),
  ],
});
