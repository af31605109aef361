import { useQuery } from '@tanstack/react-query';
import fileLogWords from 'virtual:locale/file_log';
import type { LoggedUpload } from '@kaike/shared/contracts/office/file-log';
import { fileTypeOf, fileTypes } from '@kaike/shared/domain/catalog/media/file-types';
import { formatBytes } from '@kaike/shared/kit/format';
import { useLocale } from '../../../app/wording.ts';
import { decodeText } from '../../../kit/fields/files/decode-text.ts';
import { Modal, Skeleton } from '../../../kit/widgets.ts';
import css from './file-log.module.css';

const shownBytes = 256 * 1024;

async function readStart(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, headers: { Range: `bytes=0-${shownBytes - 1}` } });
  if (!answer.ok) throw new Error(String(answer.status));
  return decodeText(new Uint8Array(await answer.arrayBuffer()));
}

function TextPreview({ file }: { file: LoggedUpload }) {
  const t = fileLogWords.useT();
  const locale = useLocale();
  const { data, isError } = useQuery({
    queryKey: ['file-log', 'text', file.id],
    queryFn: ({ signal }) => readStart(file.preview_url, signal),
    gcTime: 0,
  });
  if (isError) return <p role="alert">{t('file_log.uploads.failed')}</p>;
  if (data === undefined) return <Skeleton active />;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard */}
      <pre className={css['text']} tabIndex={0}>
        {data}
      </pre>
      {file.size > shownBytes ? (
        <p className="kk-muted">{t('file_log.uploads.cut', { size: formatBytes(shownBytes, locale) })}</p>
      ) : null}
    </>
  );
}

const shownFamilies: readonly (string | undefined)[] = ['image', 'audio', 'text'];

/** Whether the file can be previewed without downloading it. */
export function canPreview({ ext }: Pick<LoggedUpload, 'ext'>): boolean {
  const type = fileTypeOf(ext);
  return type === 'pdf' || shownFamilies.includes(type && fileTypes[type].family);
}

function Content({ file }: { file: LoggedUpload }) {
  const t = fileLogWords.useT();
  const type = fileTypeOf(file.ext);
  const family = type && fileTypes[type].family;
  // Browsers show no PDF in a sandboxed frame; the viewer isolates it itself, and the response's policy allows nothing else.
  if (type === 'pdf')
    return (
      <iframe className={css['frame']} src={file.preview_url} title={file.name} allow="" referrerPolicy="no-referrer" />
    );
  if (family === 'image') return <img className={css['picture']} src={file.preview_url} alt={file.name} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a user's recording, without a transcript
  if (family === 'audio') return <audio className={css['sound']} src={file.preview_url} controls />;
  if (family === 'text') return <TextPreview file={file} />;
  return <p>{t('file_log.uploads.no_preview')}</p>;
}

/** The preview of an uploaded document, as far as a browser can show it safely. */
export function UploadPreview({ file, close }: { file: LoggedUpload; close: () => void }) {
  return (
    <Modal open centered title={file.name} footer={null} width={880} onCancel={close}>
      <Content file={file} />
    </Modal>
  );
}
