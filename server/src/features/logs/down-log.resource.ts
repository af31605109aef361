import { downLog } from '@kaike/shared/resources/down-log';
import { defineBehaviour } from '../../kit/behaviour.ts';

/** What plugins bring can be downloaded, too. */
export const downLogBehaviour = defineBehaviour(downLog, {
  choices: async ({ ctx, locale }) => ({ resource: await ctx.resources.labels(locale) }),
});
