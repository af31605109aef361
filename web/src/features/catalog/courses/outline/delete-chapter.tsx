import { useState } from 'react';
import type { OutlineChapter } from '@kaike/shared/contracts/catalog/courses';
import { useT } from '../../../../app/wording.ts';
import { Modal } from '../../../../kit/widgets.ts';

type Props = { chapter: OutlineChapter; remove: (chapter: OutlineChapter) => Promise<void>; close: () => void };

/** Confirms deleting a chapter with all its lessons, and shows how many. */
export function DeleteChapter({ chapter, remove, close }: Props) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const onOk = async (): Promise<void> => {
    setBusy(true);
    await remove(chapter);
    close();
  };
  return (
    <Modal
      open
      width={440}
      title={t('outline.delete_chapter_confirm', { title: chapter.title, count: chapter.lessons.length })}
      onCancel={close}
      onOk={() => void onOk()}
      okText={t('outline.delete_chapter')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      destroyOnHidden
    >
      <p className="kk-muted">{t('outline.delete_hint')}</p>
    </Modal>
  );
}
