import { field } from '@kaike/shared/kit/field';
import { moderationLabels } from '@kaike/shared/domain/ai/moderation';
import { AdapterError } from '../../../core/adapter-error.ts';
import { callAdapter, idIn } from '../../plugin-adapters.ts';
import { defineProvider } from '../../provider.ts';
import type { ModerationVendor, ModerationVendorDeps } from '../vendor.ts';

const verdicts = ['pass', 'review', 'block'] as const;

/** A plugin of the school's that judges what is said in talks. */
export const pluginModeration = defineProvider({
  name: 'plugin',
  settings: { moderation_plugin: field.text({ rules: 'required|max:30' }) },
  create: ({ moderation_plugin: plugin }, deps: ModerationVendorDeps): ModerationVendor => ({
    name: 'plugin',
    model: '',
    account: `plugin ${plugin}`,
    judge: async ({ text, direction }) => {
      const input = { text, direction };
      const { timeout_ms } = deps;
      const answer = await callAdapter(deps, { plugin, service: 'moderation', input, timeout_ms });
      const verdict = verdicts.find((one) => one === answer['verdict']);
      if (!verdict) throw new AdapterError('bad_response', { reason: 'no_verdict' });
      const label = moderationLabels.find((one) => one === answer['label']) ?? 'service';
      return { verdict, label, id: idIn(answer) };
    },
  }),
});
