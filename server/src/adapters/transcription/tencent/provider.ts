import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { TranscriberDeps } from '../port.ts';
import { createTencentEars } from './write-speech.ts';

const officialBase = 'https://asr.tencentcloudapi.com';

export const tencentEars = defineProvider({
  name: 'tencent',
  settings: {
    transcription_secret_id: field.text({ rules: 'required|max:500' }),
    transcription_secret_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    transcription_tencent_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: TranscriberDeps) =>
    createTencentEars(
      {
        key: { id: values.transcription_secret_id, secret: values.transcription_secret_key },
        base: values.transcription_tencent_base || officialBase,
      },
      deps,
    ),
});
