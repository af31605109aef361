import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import accountWords from 'virtual:locale/personage_admin';
import * as personage from '@kaike/shared/contracts/auth/personage';
import { call } from '../../../api/client.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { Portrait } from '../../../app/components/portrait.tsx';
import { loadUser, useSession } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { uploadFile } from '../../../kit/fields/files/upload-file.ts';
import { Button } from '../../../kit/widgets.ts';
import css from './admin-account.module.css';

const AvatarCropper = lazy(async () => ({
  default: (await loadChunk(() => import('../../../kit/crop/avatar-cropper.tsx'))).AvatarCropper,
}));

const texts = ['title', 'hint', 'zoom', 'done', 'cancel', 'not_a_picture', 'failed'] as const;

/** The person's avatar: chosen, cropped to a square, uploaded. */
export function AvatarField() {
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
  const save = async (avatar: string | null): Promise<void> => {
    await call(personage.updateAvatar, { body: { avatar } });
    await loadUser(true);
    toast('success', t(avatar ? 'personage_admin.avatar.saved' : 'personage_admin.avatar.removed'));
  };
  const send = async (picture: Blob): Promise<void> => {
    await save(await uploadFile(picture, 'avatar.png'));
    setUrl('');
  };
  if (!user) return null;
  const words = Object.fromEntries(texts.map((key) => [key, t(`personage_admin.avatar.${key}`)])) as Record<
    (typeof texts)[number],
    string
  >;
  return (
    <div className={css['avatar']}>
      <Portrait name={user.name} src={user.avatar} size={72} />
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={t('personage_admin.avatar.change')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) setUrl(URL.createObjectURL(file));
        }}
      />
      <Button onClick={() => chooser.current?.click()}>{t('personage_admin.avatar.change')}</Button>
      {user.avatar ? (
        <Button type="text" onClick={() => void save(null)}>
          {t('personage_admin.avatar.remove')}
        </Button>
      ) : null}
      {url ? (
        <Suspense>
          <AvatarCropper url={url} texts={words} close={() => setUrl('')} cropped={send} />
        </Suspense>
      ) : null}
    </div>
  );
}
