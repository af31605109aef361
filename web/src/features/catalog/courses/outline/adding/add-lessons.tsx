import { useState } from 'react';
import { lessonFileTypes } from '@kaike/shared/contracts/catalog/courses';
import { useCan } from '../../../../../app/session.ts';
import { useT } from '../../../../../app/wording.ts';
import { KitIcon } from '../../../../../kit/kit-icon.tsx';
import { openFileDialog } from '../../../../../kit/open-file-dialog.ts';
import { Button } from '../../../../../kit/widgets.ts';
import { MediaPicker } from '../../../media/media-picker.tsx';
import { playableFiles } from '../../../media/uploads/pick-files.ts';
import { useOutlineTools } from '../outline-context.ts';
import css from '../outline.module.css';

const lessonFiles = [playableFiles, ...lessonFileTypes.map((type) => `.${type}`)].join(',');

/** Adds lessons below the outline: from files, in any number, or from the library. */
export function AddLessons() {
  const t = useT();
  const { addFilesAtEnd, addFromLibraryAtEnd, may_upload } = useOutlineTools();
  const mayChoose = useCan('admin.media.list');
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <div className="kk-buttons">
        {may_upload ? (
          <Button
            icon={<KitIcon name="upload" />}
            onClick={() => openFileDialog({ accept: lessonFiles, multiple: true }, addFilesAtEnd)}
          >
            {t('outline.upload_files')}
          </Button>
        ) : null}
        {mayChoose ? <Button onClick={() => setIsChoosing(true)}>{t('outline.add_from_library')}</Button> : null}
      </div>
      {may_upload ? <p className={css['hint']}>{t('outline.drop_anywhere')}</p> : null}
      {isChoosing ? <MediaPicker multiple choose={addFromLibraryAtEnd} close={() => setIsChoosing(false)} /> : null}
    </>
  );
}
