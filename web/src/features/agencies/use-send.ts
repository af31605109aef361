import { useState } from 'react';
import agencyWords from 'virtual:words/agencies';
import { ApiError } from '../../api/api-error.ts';
import { toast } from '../../app/toasts.ts';

type Errors = Record<string, string[]>;

/** Runs one request at a time; field errors are shown beside the field, all others in a toast. */
export function useSend() {
  const t = agencyWords.useT();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const send = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setErrors({});
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.errors).length > 0) setErrors(error.errors);
      else if (!error.handled) toast('error', error.message || t('agencies.failed'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, errors, send };
}
