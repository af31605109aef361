import { useState } from 'react';
import accountWords from 'virtual:words/account';
import type { Certificate } from '@kaike/shared/contracts/account';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { toast } from '../../../app/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { useDiploma } from './use-drawing.ts';

/** Saves the picture of a finished course, to be shown to others. */
export function SaveShare({ certificate }: { certificate: Certificate }) {
  const t = accountWords.useT();
  const describe = useDiploma();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { drawShare, savePicture } = await loadChunk(() => import('./draw-share.ts'));
      await savePicture(await drawShare(describe(certificate)), `${certificate.courses[0]?.title ?? ''}.png`);
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
