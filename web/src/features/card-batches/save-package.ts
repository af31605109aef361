import { ApiError } from '../../api/api-error.ts';
import { saveFile } from './export-secrets.ts';

const mostTries = 3;

/**
 * Fetches a package that can be fetched once, and hands it to the person as a file. The key makes every try the same
 * download, so that one that breaks off is begun anew. Throws an ApiError when the package is gone.
 */
export async function savePackage(url: string, { name, key }: { name: string; key: string }): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      // The path alone: behind a proxy the school's public address may differ from this one.
      const answer = await fetch(new URL(url).pathname, { method: 'POST', headers: { 'X-Idempotency-Key': key, Language: document.documentElement.lang } });
      if (!answer.ok) throw new ApiError(answer.status, (await answer.json().catch(() => ({}))) as { code?: string; message?: string });
      return saveFile(await answer.blob(), name);
    } catch (error) {
      if (error instanceof ApiError || tries >= mostTries) throw error;
    }
  }
}
