import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { SpeechVendorDeps } from '../vendor.ts';
import { createTencentSpeech } from './speak.ts';

const officialBase = 'https://tts.tencentcloudapi.com';

export const tencentSpeech = defineProvider({
  name: 'tencent',
  settings: {
    speech_tencent_secret_id: field.text({ rules: 'required|max:500' }),
    speech_tencent_secret_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    /** A voice of Tencent Cloud is a number. */
    speech_tencent_voice: field.text({ rules: ['required', 'regex:^\\d{1,12}$'] }),
    speech_tencent_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: SpeechVendorDeps) =>
    createTencentSpeech(
      {
        key: { id: values.speech_tencent_secret_id, secret: values.speech_tencent_secret_key },
        voice: values.speech_tencent_voice,
        base: values.speech_tencent_base || officialBase,
      },
      deps,
    ),
});
