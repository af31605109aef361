import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import accountWords from 'virtual:locale/account';
import * as account from '@kaike/shared/contracts/auth/account';
import { call } from '../../../../api/client.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { Portrait } from '../../../../app/components/portrait.tsx';
import { loadUser, useSession } from '../../../../app/session.ts';
import { toast } from '../../../../app/toasts.ts';
import { uploadFile } from '../../../../kit/fields/files/upload-file.ts';
import { Icon } from '../../../../ui/icon.tsx';
import css from '../member-account.module.css';

const AvatarCropper = lazy(async () => ({
  default: (await loadChunk(() => import('./avatar-cropper.tsx'))).AvatarCropper,
}));

/** The member's avatar; pressing it chooses another one, cropped to a square and uploaded. */
export function AvatarButton({ gender }: { gender: number }) {
  const t = accountWords.useT();
  const user = useSession((state) => state.user);
  const chooser = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  const send = async (picture: Blob): Promise<void> => {
    await call(account.updateAvatar, { body: { avatar: await uploadFile(picture, 'avatar.png') } });
    await loadUser(true);
    toast('success', t('account.avatar.saved'));
    setUrl('');
  };
  const choose = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) setUrl(URL.createObjectURL(file));
  };
  if (!user) return null;
  return (
    <>
      <button type="button" className={css['face']} onClick={() => chooser.current?.click()}>
        <span className="visually-hidden">{t('account.avatar.change')}</span>
        <Portrait name={user.name} src={user.avatar} gender={gender} size={64} />
        <Icon name="camera" size={24} />
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={t('account.avatar.change')}
        onChange={(event) => {
          choose(event.target.files);
          event.target.value = '';
        }}
      />
      {url ? (
        <Suspense>
          <AvatarCropper url={url} close={() => setUrl('')} cropped={send} />
        </Suspense>
      ) : null}
    </>
  );
}
