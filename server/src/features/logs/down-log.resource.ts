import { sql } from 'kysely';
import { downLog } from '@kaike/shared/resources/down-log';
import { defineBehaviour } from '../../kit/behaviour.ts';
import { wordExports } from './worded-exports.ts';

export const downLogBehaviour = defineBehaviour(downLog, {
  computed: { filters: sql`r.filters`, fields: sql`r.fields` },
  present: { needs: ['resource', 'filters', 'fields'], words: wordExports },
  // What plugins bring can be downloaded, too.
  choices: async ({ ctx, locale }) => ({ resource: await ctx.resources.labels(locale) }),
});
