import { AdapterError } from '../../core/adapter-error.ts';
import { readObject } from '../call-service.ts';

const maxBytes = 256 * 1024;

/** An answer that is one JSON object; an empty one for any other text. */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > maxBytes) throw new AdapterError('bad_response', { reason: 'too_long' });
  }
  return readObject(text);
}
