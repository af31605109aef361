import { AdapterError } from '../../core/adapter-error.ts';
import { parseObject } from '../call-service.ts';
import { collectUpTo } from '../collect-up-to.ts';

const maxBytes = 256 * 1024;

/** An answer that is one JSON object; an empty one for any other text. */
export async function parseAnswer(response: Response): Promise<Record<string, unknown>> {
  const bytes = await collectUpTo(maxBytes, response.body);
  if (!bytes) throw new AdapterError('bad_response', { reason: 'too_long' });
  return parseObject(new TextDecoder().decode(bytes));
}
