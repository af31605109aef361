import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { ModerationVendorDeps } from '../vendor.ts';
import { createCompatibleModeration } from './judge.ts';

/** A vendor whose address is known. */
const vendor = <const Name extends string>(name: Name, base: string) =>
  defineProvider({
    name,
    settings: {
      moderation_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
      moderation_model: field.text({ rules: 'required|max:100' }),
    },
    create: ({ moderation_key: key, moderation_model: model }, deps: ModerationVendorDeps) =>
      createCompatibleModeration({ name, base, key, model }, deps),
  });

export const zhipuModeration = vendor('zhipu', 'https://open.bigmodel.cn/api/paas/v4');
export const openaiModeration = vendor('openai', 'https://api.openai.com/v1');

/** Any other service with this interface, or one of the school's own, which may ask for no key. */
export const compatibleModeration = defineProvider({
  name: 'compatible',
  network: 'own',
  settings: {
    moderation_base: field.text({ rules: 'required|url|max:500' }),
    moderation_own_key: field.password({ rules: 'max:8000', key_kind: 'token' }),
    moderation_own_model: field.text({ rules: 'required|max:100' }),
  },
  create: (values, deps: ModerationVendorDeps) =>
    createCompatibleModeration(
      {
        name: 'compatible',
        base: values.moderation_base,
        key: values.moderation_own_key,
        model: values.moderation_own_model,
      },
      deps,
    ),
});
