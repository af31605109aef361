import { ApiError } from '../../../api/api-error.ts';
import { createRequestKeys } from '../../../api/request-key.ts';
import { toast } from '../../../app/toasts.ts';
import { sendAction } from '../actions/send-action.ts';

const shownFailures = 3;

/** Runs the action that a drop has answered; what it refuses is said in a toast. */
export async function deleteRows(
  props: Parameters<typeof sendAction>[0],
  values: Record<string, unknown>,
): Promise<void> {
  try {
    const left = await sendAction(props, values, createRequestKeys().keyOf);
    for (const { message } of left.slice(0, shownFailures)) toast('warning', message, 5000);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!error.handled) toast('error', Object.values(error.errors)[0]?.[0] ?? error.message);
  }
}
