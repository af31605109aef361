import { ApiError } from '../../api/api-error.ts';
import { translate } from '../../app/wording.ts';
import { toast } from '../../app/toasts.ts';

/** Shows why something was refused, unless that has been shown already. */
export function showError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (error.handled) return;
  toast('error', Object.values(error.errors)[0]?.[0] || error.message || translate('common.network_failed'));
}
