import { useEffect, useRef, useState } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { fileLimitsOf, refusalOf } from '@kaike/shared/domain/catalog/media/file-types';
import { formatBytes } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { useLocale } from '../../../app/wording.ts';
import { uploadDocument, type FileLimits } from './upload-document.ts';

export type FileUpload = {
  /** The file being sent, and its progress; at 100 the server is processing it. */
  sending: { name: string; percent: number } | null;
  error: string;
  types: string;
  size: string;
  send: (file: File) => Promise<void>;
  /** Retries the file that failed; null when there is none. */
  retry: (() => void) | null;
  cancel: () => void;
};

/** Uploads one file for a field: refused at once if its name or size is not allowed, otherwise with progress. */
export function useFileUpload(limits: FileLimits, done: (address: string) => void): FileUpload {
  const t = fieldWords.useT();
  const locale = useLocale();
  const [sending, setSending] = useState<FileUpload['sending']>(null);
  const [failed, setFailed] = useState<{ text: string; file: File | null }>({ text: '', file: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { accept, max_bytes: most } = fileLimitsOf(limits);
  const words = { types: accept.join(t('common.list_separator')), size: formatBytes(most, locale) };

  const explain = (error: unknown, file: File): { text: string; file: File | null } => {
    if (!(error instanceof ApiError)) return { text: t('kit_fields.file.failed'), file };
    if (error.status === 0) return { text: t('kit_fields.file.offline'), file };
    const isAboutFile = error.code.startsWith('upload.');
    return { text: error.message || t('kit_fields.file.failed'), file: isAboutFile ? null : file };
  };

  const send = async (file: File): Promise<void> => {
    const refusal = refusalOf(file, { accept, max_bytes: most });
    if (refusal) return setFailed({ text: t(`kit_fields.file.${refusal}`, words), file: null });
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setFailed({ text: '', file: null });
    setSending({ name: file.name, percent: 0 });
    try {
      const { address } = await uploadDocument(file, limits, {
        signal,
        on_progress: (sentBytes, total) =>
          setSending({ name: file.name, percent: total > 0 ? Math.floor((sentBytes / total) * 100) : 0 }),
      });
      if (!signal.aborted) done(address);
    } catch (error) {
      if (!signal.aborted) setFailed(explain(error, file));
    }
    if (running.current?.signal === signal) setSending(null);
  };

  const cancel = (): void => {
    running.current?.abort();
    setSending(null);
  };
  const { file: again } = failed;
  return { sending, error: failed.text, ...words, send, retry: again ? () => void send(again) : null, cancel };
}
