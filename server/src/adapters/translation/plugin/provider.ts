import { field } from '@kaike/shared/kit/field';
import { callAdapter, idIn, textIn } from '../../plugin-adapters.ts';
import { defineProvider } from '../../provider.ts';
import type { TranslationVendor, TranslationVendorDeps } from '../vendor.ts';

const longestText = 20_000;

/** A plugin of the school's that translates lines of talks. */
export const pluginTranslation = defineProvider({
  name: 'plugin',
  settings: { translation_plugin: field.text({ rules: 'required|max:30' }) },
  create: ({ translation_plugin: plugin }, deps: TranslationVendorDeps): TranslationVendor => ({
    name: 'plugin',
    model: '',
    account: `plugin ${plugin}`,
    translate: async ({ text, language }) => {
      const input = { text, language };
      const { timeout_ms } = deps;
      const answer = await callAdapter(deps, { plugin, service: 'translation', input, timeout_ms });
      return { text: textIn(answer, 'text', longestText), id: idIn(answer) };
    },
  }),
});
