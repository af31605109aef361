import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { toast } from '../../../app/toasts.ts';
import agencyWords from 'virtual:locale/agencies';

/** Runs one request of a button at a time; what the server refuses is shown in a toast. */
export function useSend() {
  const t = agencyWords.useT();
  const [busy, setBusy] = useState(false);
  const send = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', error.message || t('agencies.failed'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}
