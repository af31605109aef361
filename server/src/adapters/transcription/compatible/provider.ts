import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { TranscriberDeps } from '../port.ts';
import { createCompatibleEars } from './write-speech.ts';

export const openaiEars = defineProvider({
  name: 'openai',
  settings: {
    transcription_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    transcription_model: field.text({ rules: 'required|max:100' }),
  },
  create: ({ transcription_key: key, transcription_model: model }, deps: TranscriberDeps) =>
    createCompatibleEars(
      {
        name: 'openai',
        base: 'https://api.openai.com/v1',
        key,
        model,
        recipient: { title: '', is_abroad: true },
      },
      deps,
    ),
});

/** Any other service with this interface, or a model of the school's own, which may ask for no key. */
export const compatibleEars = defineProvider({
  name: 'compatible',
  network: 'own',
  settings: {
    transcription_base: field.text({ rules: 'required|url|max:500' }),
    transcription_own_key: field.password({ rules: 'max:8000', key_kind: 'token' }),
    transcription_own_model: field.text({ rules: 'required|max:100' }),
    /** Learners agree that this one receives their voice. */
    transcription_recipient: field.text({ rules: 'required|max:60' }),
    transcription_is_abroad: field.boolean({ initial: false }),
  },
  create: (values, deps: TranscriberDeps) =>
    createCompatibleEars(
      {
        name: 'compatible',
        base: values.transcription_base,
        key: values.transcription_own_key,
        model: values.transcription_own_model,
        recipient: { title: values.transcription_recipient, is_abroad: values.transcription_is_abroad },
      },
      deps,
    ),
});
