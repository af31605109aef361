import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/** A text by a voice of the speech vendor in the settings, before it becomes the teacher's; the sound can be heard for some minutes. */
export const previewVoice = contract({
  method: 'POST',
  path: '/admin/ai-peoples/:id/hear-voice',
  body: {
    /** Empty: the usual voice of the settings. */
    voice: field.text({ rules: 'max:100', initial: '' }),
    sample_text: field.text({ rules: 'required|max:300' }),
  },
  response: s.object({ url: s.string(), mime: s.string() }),
});
