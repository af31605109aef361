import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { SpeechVendorDeps } from '../vendor.ts';
import { createCompatibleSpeech } from './speak.ts';

const voice = { speech_voice: field.text({ rules: 'required|max:100' }) };

export const openaiSpeech = defineProvider({
  name: 'openai',
  settings: {
    speech_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    speech_model: field.text({ rules: 'required|max:100' }),
    ...voice,
  },
  create: ({ speech_key: key, speech_model: model, speech_voice: name }, deps: SpeechVendorDeps) =>
    createCompatibleSpeech({ name: 'openai', base: 'https://api.openai.com/v1', key, model, voice: name }, deps),
});

/** Any other service with this interface, or one of the school's own, which may ask for no key. */
export const compatibleSpeech = defineProvider({
  name: 'compatible',
  network: 'own',
  settings: {
    speech_base: field.text({ rules: 'required|url|max:500' }),
    speech_own_key: field.password({ rules: 'max:8000', key_kind: 'token' }),
    speech_own_model: field.text({ rules: 'required|max:100' }),
    ...voice,
  },
  create: (
    { speech_base: base, speech_own_key: key, speech_own_model: model, speech_voice: name },
    deps: SpeechVendorDeps,
  ) => createCompatibleSpeech({ name: 'compatible', base, key, model, voice: name }, deps),
});
