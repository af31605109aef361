import { Button } from 'antd';
import { useRef, useState } from 'react';
import { request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import type { InputProps } from '../input-props.ts';

/** A picture: uploaded at once, shown as a thumbnail, removable. */
export function ImageInput({ id, value, onChange, disabled, label, t }: InputProps) {
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const upload = async (picture: File): Promise<void> => {
    const body = new FormData();
    body.append('file', picture);
    setBusy(true);
    try {
      const answer = (await request('POST', '/home/upload/index', { body, timeout_ms: 120_000 })) as { url: string };
      onChange(answer.url);
    } catch (error) {
      toast('error', error instanceof Error && error.message ? error.message : t('kit.load_failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="kk-image-input">
      {value ? <img className="kk-image" src={String(value)} alt={label} /> : null}
      <input
        ref={file}
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        disabled={disabled}
        onChange={(event) => {
          const [picture] = event.target.files ?? [];
          event.target.value = '';
          if (picture) void upload(picture);
        }}
      />
      <Button onClick={() => file.current?.click()} loading={busy} disabled={disabled}>
        {t('kit.upload_image')}
      </Button>
      {value ? (
        <Button type="text" onClick={() => onChange(null)} disabled={disabled}>
          {t('kit.remove_image')}
        </Button>
      ) : null}
    </div>
  );
}
