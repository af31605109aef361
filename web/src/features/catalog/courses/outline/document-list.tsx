import { useRef } from 'react';
import { maxAttachments, type LessonFile } from '@kaike/shared/contracts/catalog/courses';
import { fileLimitsOf } from '@kaike/shared/domain/catalog/media/file-types';
import { formatBytes } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../../../app/wording.ts';
import { KitIcon } from '../../../../kit/kit-icon.tsx';
import { useFileInfo } from '../../../../kit/fields/files/file-info.ts';
import { useFileUpload } from '../../../../kit/fields/files/use-file-upload.ts';
import { Button, Progress } from '../../../../kit/widgets.ts';
import css from './outline.module.css';

const accept = fileLimitsOf({})
  .accept.map((ext) => `.${ext}`)
  .join(',');

type Props = {
  id: string;
  files: readonly LessonFile[];
  disabled?: boolean;
  onAdd: (address: string) => void;
  onRemove: (address: string) => void;
};

/** A document that was just uploaded is described by the upload's response. */
function Line({ file, remove }: { file: LessonFile; remove?: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { name, size, url } = useFileInfo('', file.address) ?? file;
  return (
    <li>
      <KitIcon name="file-text" />
      <a href={url} download={name}>
        {name}
      </a>
      <span className="kk-muted">{formatBytes(size, locale)}</span>
      {remove ? (
        <Button
          type="text"
          size="small"
          icon={<KitIcon name="trash" size={14} />}
          aria-label={t('outline.remove_file', { name })}
          onClick={remove}
        />
      ) : null}
    </li>
  );
}

/** Documents to download: each with its size and a remove button, and an upload field. */
export function DocumentList({ id, files, disabled = false, onAdd, onRemove }: Props) {
  const t = useT();
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useFileUpload({}, onAdd);
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onDrop={(event) => {
        event.preventDefault();
        // The outline around it makes lessons of what is dropped there.
        event.stopPropagation();
        const [file] = event.dataTransfer.files;
        if (file && !disabled) void upload.send(file);
      }}
    >
      <ul className={css['documents']}>
        {files.map((file) => (
          <Line key={file.address} file={file} {...(disabled ? {} : { remove: () => onRemove(file.address) })} />
        ))}
      </ul>
      {upload.sending ? (
        <div role="status">
          <span>{upload.sending.name}</span>
          <Progress percent={upload.sending.percent} size="small" />
        </div>
      ) : null}
      <input
        ref={chooser}
        id={`${id}-file`}
        type="file"
        hidden
        accept={accept}
        aria-label={t('outline.add_file')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void upload.send(file);
        }}
      />
      {disabled || files.length >= maxAttachments ? null : (
        <Button
          id={id}
          size="small"
          disabled={upload.sending !== null}
          icon={<KitIcon name="plus" size={14} />}
          onClick={() => chooser.current?.click()}
        >
          {t('outline.add_file')}
        </Button>
      )}
      {upload.error ? (
        <p className="kk-error" role="alert">
          {upload.error}
        </p>
      ) : null}
    </div>
  );
}
