import { sql } from 'kysely';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import * as aiPeoplesApi from '@kaike/shared/contracts/ai/ai-peoples';
import { speechVendors } from '@kaike/shared/domain/ai/ai-usage';
import { aiPeoples } from '@kaike/shared/resources/ai/ai-peoples';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import { route } from '../../../core/route.ts';
import { defineBehaviour, type FailedRow, type RowOf, type Write } from '../../../kit/behaviour.ts';
import { assignInput } from '../../../kit/write/assign-input.ts';
import { recountSceneCourses } from '../../catalog/courses/public.ts';
import { previewVoice } from './preview-voice.ts';

/** Levels are compared as text: A1 < A2 < B1 … */
function checkLevels({ cefr_min: from, cefr_max: to }: Pick<RowOf<typeof aiPeoples>, 'cefr_min' | 'cefr_max'>): void {
  assert(from <= to, 'ai_people.levels', { field: 'cefr_max' });
}

const maxVoiceLength = 100;

/** Names of voices by vendor; vendors that are not known would never be read. */
function checkVoices(voices: unknown): void {
  const entries =
    typeof voices === 'object' && voices !== null && !Array.isArray(voices) ? Object.entries(voices) : null;
  const isVoice = ([vendor, name]: [string, unknown]): boolean =>
    speechVendors.some((one) => one === vendor) && typeof name === 'string' && name.length <= maxVoiceLength;
  assert(entries?.every(isVoice), 'request.invalid', { field: 'voices' });
}

/** An AI teacher has the persona of a published template or none. */
async function checkTemplate({ trx }: Write, id: number | null | undefined): Promise<void> {
  if (!id) return;
  const template = await trx
    .selectFrom('ai_prompt_templates')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', templateType.persona)
    .where('status', '=', templateStatus.published)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!template) throw new AppError('ai_people.template', { field: 'template_id' });
}

export const aiPeoplesBehaviour = defineBehaviour(aiPeoples, {
  async beforeCreate(write, values) {
    await checkAll(
      () => checkLevels(values),
      () => checkVoices(values.voices),
      () => checkTemplate(write, values.template_id),
    );
    return values;
  },
  async beforeUpdate(write, { before, values }) {
    await checkAll(
      () => checkLevels({ ...before, ...values }),
      () => 'voices' in values && checkVoices(values.voices),
      // A template archived in the meantime stays until another is chosen.
      () => (values.template_id === before.template_id ? undefined : checkTemplate(write, values.template_id)),
    );
    return values;
  },
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    const used = await sql<{
      id: number;
    }>`select p.id from ai_peoples p where p.id = any(${rows.map(({ id }) => id)}::bigint[])
      and exists (select 1 from ai_chats c where c.people_id = p.id)`.execute(trx);
    return used.rows.map(({ id }) => ({ id, code: 'record.in_use' }));
  },
  // Without a teacher no lesson asks for a talk.
  afterCreate: ({ trx }) => recountSceneCourses(trx),
  afterDelete: ({ trx }) => recountSceneCourses(trx),
  afterRestore: ({ trx }) => recountSceneCourses(trx),
  actions: {
    async 'change-status'(run) {
      const result = await assignInput('ai_peoples', ['status'])(run);
      await recountSceneCourses(run.trx);
      return result;
    },
  },
  /** The voice that speaks for whoever has none of its own; null while no speech vendor is set up. */
  extend: async ({ ctx }) => {
    const [usual] = await ctx.adapters.speech.voices();
    return { speech: usual ? { provider: usual.provider, model: usual.model, name: usual.name } : null };
  },
  routes: [
    route.admin(aiPeoplesApi.previewVoice, {
      permission: 'admin.ai-peoples.update',
      by_token: true,
      limit: { by: 'user', max: 30, seconds: 60 },
      handler: previewVoice,
    }),
  ],
});
