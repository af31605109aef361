import { AdapterError } from '../../core/adapter-error.ts';
import { readObject } from '../call-service.ts';
import { readUpTo } from '../read-up-to.ts';

const maxBytes = 256 * 1024;

/** An answer that is one JSON object; an empty one for any other text. */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const bytes = await readUpTo(maxBytes, response.body);
  if (!bytes) throw new AdapterError('bad_response', { reason: 'too_long' });
  return readObject(new TextDecoder().decode(bytes));
}
