import { ApiError, parseApiError } from '../../../../api/api-error.ts';
import { sendRaw } from '../../../../api/send-raw.ts';
import { saveFile } from './save-file.ts';

const maxAttempts = 3;

/** The secret part of a package's link. */
export const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/**
 * Downloads a package that can be downloaded once. The key makes every attempt the same download, so that an interrupted
 * one can be restarted. Throws an ApiError when the package is gone.
 */
export async function savePackage(token: string, { name, key }: { name: string; key: string }): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await sendRaw('POST', `/open/card-packages/${encodeURIComponent(token)}`, {
        headers: { 'X-Idempotency-Key': key },
      });
      if (!answer.ok) throw await parseApiError(answer);
      return saveFile(await answer.blob(), name);
    } catch (error) {
      if (error instanceof ApiError || tries >= maxAttempts) throw error;
    }
  }
}
