import { sql } from 'kysely';
import { downLog } from '@kaike/shared/resources/office/down-log';
import type { Translate } from '@kaike/shared/kit/wording';
import type { AdminCall } from '../../../core/call.ts';
import { fieldLabel } from '../../../core/error-answer.ts';
import { defineBehaviour, type Label } from '../../../kit/behaviour.ts';
import { resourceTranslator } from '../../../kit/resource-translations.ts';
import { wordExports } from './worded-exports.ts';

/** Of a key that means something else in each resource, the first names are enough to find it by. */
const maxNames = 3;

/** Every field that can be exported, by its key, with what it is called. */
async function listFields(call: AdminCall): Promise<Label[]> {
  const names = new Map<string, Set<string>>();
  for (const resource of call.ctx.resources.all) {
    const { definition } = resource;
    const t: Translate = resourceTranslator(call, resource);
    for (const key of definition.transfer?.export ?? []) {
      const known = names.get(key) ?? new Set();
      names.set(key, known.add(fieldLabel(t, key, definition.name)));
    }
  }
  return [...names].map(([value, known]) => ({
    value,
    label: [...known].slice(0, maxNames).join(call.t('common.list_separator')),
  }));
}

export const downLogBehaviour = defineBehaviour(downLog, {
  computed: { filters: sql`r.filters`, fields: sql`r.fields`, field_key: sql`null::text` },
  filters: {
    field_key: { columns: ['fields'], has: (key) => sql<boolean>`r.fields @> array[${key}]::text[]` },
  },
  present: { fields: ['resource', 'filters', 'fields'], words: wordExports },
  // What plugins bring can be downloaded, too.
  choices: async (call) => ({
    resource: await call.ctx.resources.labels(call.locale),
    field_key: await listFields(call),
  }),
});
