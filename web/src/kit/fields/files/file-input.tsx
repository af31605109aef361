import { Button, Progress } from 'antd';
import { useRef, type RefObject } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import { fileLimitsOf } from '@kaike/shared/domain/catalog/media/file-types';
import { formatBytes } from '@kaike/shared/kit/format';
import { useLocale } from '../../../app/wording.ts';
import { KitIcon } from '../../kit-icon.tsx';
import css from '../fields.module.css';
import { useFileInfo } from './file-info.ts';
import type { InputProps } from '../input-props.ts';
import { useFileUpload, type FileUpload } from './use-file-upload.ts';

/** The document a field holds, for download under its own name. */
function StoredFile({ name, address }: { name: string; address: string }) {
  const t = fieldWords.useT();
  const locale = useLocale();
  const info = useFileInfo(name, address);
  return (
    <p className={css['file']}>
      <KitIcon name="file-text" />
      {info ? (
        <>
          <a href={info.url} download={info.name}>
            {info.name}
          </a>
          <span className="kk-muted">{formatBytes(info.size, locale)}</span>
        </>
      ) : (
        t('kit_fields.file.kept')
      )}
    </p>
  );
}

function Sending({ upload }: { upload: FileUpload }) {
  const t = fieldWords.useT();
  const { sending, cancel } = upload;
  if (!sending) return null;
  const text =
    sending.percent < 100 ? t('kit_fields.file.sending', { name: sending.name }) : t('kit_fields.file.checking');
  return (
    <div className={css['sending']}>
      <span className={css['sendingName']} role="status">
        {text}
      </span>
      <Progress percent={sending.percent} size="small" aria-label={text} />
      <Button type="text" onClick={cancel}>
        {t('kit_fields.file.cancel')}
      </Button>
    </div>
  );
}

type ChooserProps = { chooser: RefObject<HTMLInputElement | null>; input: InputProps; send: (file: File) => void };

function Chooser({ chooser, input, send }: ChooserProps) {
  const { id, field, disabled, label } = input;
  return (
    <input
      ref={chooser}
      id={`${id}-file`}
      type="file"
      hidden
      disabled={disabled}
      aria-label={label}
      accept={fileLimitsOf(field)
        .accept.map((ext) => `.${ext}`)
        .join(',')}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        event.target.value = '';
        if (file) send(file);
      }}
    />
  );
}

/** One document: chosen or dropped, uploaded with progress, shown by name and size, replaced or removed. */
export function FileInput(props: InputProps) {
  const { id, name, field, value, disabled, onChange } = props;
  const t = fieldWords.useT();
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useFileUpload(field, onChange);
  const address = typeof value === 'string' ? value : '';
  const drop = (event: React.DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !disabled) void upload.send(file);
  };
  return (
    <div className={css['fileInput']} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {address && !upload.sending ? <StoredFile name={name} address={address} /> : null}
      <Sending upload={upload} />
      <Chooser chooser={chooser} input={props} send={(file) => void upload.send(file)} />
      <div className={css['fileTools']}>
        <Button
          id={id}
          disabled={disabled || upload.sending !== null}
          onClick={() => chooser.current?.click()}
          aria-describedby={`${id}-limits`}
        >
          {t(address ? 'kit_fields.file.replace' : 'kit_fields.file.choose')}
        </Button>
        {upload.retry ? (
          <Button onClick={upload.retry} disabled={disabled}>
            {t('kit_fields.file.retry')}
          </Button>
        ) : null}
        {address && !upload.sending ? (
          <Button type="text" disabled={disabled} onClick={() => onChange(null)}>
            {t('kit_fields.file.remove')}
          </Button>
        ) : null}
      </div>
      <p id={`${id}-limits`} className="kk-help">
        {t('kit_fields.file.hint', { types: upload.types, size: upload.size })}
      </p>
      {upload.error ? (
        <p className="kk-error" role="alert">
          {upload.error}
        </p>
      ) : null}
    </div>
  );
}
