import { useState } from 'react';
import accountWords from 'virtual:locale/account';
import type { Certificate } from '@kaike/shared/contracts/auth/account';
import { useConfig, useSchoolName } from '../../../../app/config.ts';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { toast } from '../../../../app/toasts.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import { coloursOf } from '../../../../ui/theme-colours.ts';
import type { Share } from './draw-share.ts';
import { linkOf } from './use-drawing.ts';

/** The picture of a course with a certificate, whose code leads to the check of it. */
export const shareOf = ({ code, name, courses, course, lesson_count, study_sec }: Certificate): Share => ({
  name,
  title: courses[0]?.title ?? '',
  lesson_count,
  study_sec,
  teacher: course?.teacher ?? '',
  link: linkOf(code),
  scan: 'account.certificate.scan',
});

/** Saves the picture of a finished course, to be shown to others. */
export function SaveShare({ share }: { share: () => Share | Promise<Share> }) {
  const t = accountWords.useT();
  const school = useSchoolName();
  const locale = useLocale();
  const theme = useConfig((state) => state.config?.theme ?? '');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { drawShare, savePicture } = await loadChunk(() => import('./draw-share.ts'));
      const facts = await share();
      await savePicture(await drawShare(facts, { school, t, locale, inks: coloursOf(theme) }), `${facts.title}.png`);
    } catch {
      toast('error', t('account.certificate.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button data-outside busy={busy} onClick={() => void save()}>
      {t('account.certificate.share')}
    </Button>
  );
}
