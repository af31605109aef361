import { field } from '@kaike/shared/kit/field';
import { defineCapability } from '../provider.ts';
import { compatibleEars, openaiEars } from './compatible/provider.ts';
import type { Transcriber, TranscriberDeps } from './port.ts';
import { tencentEars } from './tencent/provider.ts';

export const transcriptionCapability = defineCapability<TranscriberDeps, Transcriber>()({
  driver: 'transcription_driver',
  fallback: 'transcription_fallback',
  providers: [openaiEars, tencentEars, compatibleEars],
  settings: { transcription_wait_sec: field.integer({ rules: 'required|between:5,60', initial: 15 }) },
});
