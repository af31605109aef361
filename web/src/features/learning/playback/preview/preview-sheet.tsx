import type { ComponentProps } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { Sheet } from '../../../../ui/sheet.tsx';
import { Preview } from './preview.tsx';

/** The preview for a visitor, over the page they came from, with a link to the full course. */
export function PreviewSheet({
  title,
  close,
  ...preview
}: Omit<ComponentProps<typeof Preview>, 'inCover'> & { title: string; close: () => void }) {
  const t = lessonWords.useT();
  return (
    <Sheet open title={title} onClose={close} closeLabel={t('common.close')}>
      <Preview {...preview} />
    </Sheet>
  );
}
