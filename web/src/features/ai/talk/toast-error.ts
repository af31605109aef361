import { ApiError } from '../../../api/api-error.ts';
import { translate } from '../../../app/wording.ts';
import { toast } from '../../../app/toasts.ts';

/** Why something was refused, in the reader's words. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return Object.values(error.errors)[0]?.[0] || error.message || translate('common.network_failed');
}

/** Shows why something was refused, unless that has been shown already. */
export function toastError(error: unknown): void {
  const message = messageOf(error);
  if (error instanceof ApiError && !error.handled) toast('error', message);
}
