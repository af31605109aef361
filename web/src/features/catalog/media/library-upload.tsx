import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { useSession } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import type { ToolbarProps } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';
import { pickFiles, titleOfFile } from './uploads/pick-files.ts';
import type { Attach } from './uploads/upload-deps.ts';
import { UnfinishedUploads } from './uploads/unfinished-uploads.tsx';
import { useUploads } from './uploads/uploads-list.ts';
import { addUpload } from './uploads/uploads-store.ts';

/** For no lesson: the file stays in the library. */
const library = { course_id: 0, lesson_id: 0 };
const leaveInLibrary: Attach = async () => undefined;

/** Puts the file into the folder that was open, unless somebody has deleted it meanwhile. */
const putInto =
  (folder: number): Attach =>
  async (_purpose, { id }) => {
    try {
      await request('PUT', '/admin/media/move', { body: { ids: [id], folder_id: folder }, keeps_alert: true });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  };

/** Uploads video and audio files to the library, without a lesson; the tray shows how far they are. */
export function LibraryUpload({ reload, permissions }: ToolbarProps) {
  const t = useT();
  const [params] = useSearchParams();
  const folder = Number(params.get('where[folder_id][below]')) || 0;
  const owner = useSession((state) => state.user?.id ?? 0);
  const uploads = useUploads((state) => state.uploads);
  const arrived = uploads.filter(({ purpose, view }) => purpose.course_id === 0 && view.state === 'done').length;
  useEffect(() => {
    if (arrived > 0) reload();
  }, [arrived, reload]);
  if (!permissions.includes('upload')) return null;
  const add = (files: readonly File[]): void => {
    for (const file of files)
      addUpload({
        file,
        title: titleOfFile(file.name),
        owner,
        purpose: { ...library, is_sound: isSoundFile(file.name) },
        attach: folder > 0 && permissions.includes('move') ? putInto(folder) : leaveInLibrary,
      });
  };
  const choose = (isSound: boolean): void => pickFiles({ multiple: true, isSound }, add);
  return (
    <>
      <UnfinishedUploads courseId={0} owner={owner} attach={leaveInLibrary} />
      <Button type="primary" onClick={() => choose(false)}>
        {t('media.upload')}
      </Button>
      <Button onClick={() => choose(true)}>{t('media.upload_sound')}</Button>
    </>
  );
}
