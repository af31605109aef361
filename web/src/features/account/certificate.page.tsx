import { useState } from 'react';
import { createCertificate, type Certificate } from '@kaike/shared/contracts/account';
import { formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { useSchoolName } from '../../app/config.ts';
import { loadChunk } from '../../app/load-chunk.ts';
import { toast } from '../../app/toasts.ts';
import { useTitle } from '../../app/use-title.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/parts.tsx';
import { AccountHeader } from './account-header.tsx';
import { accountWords } from './account-words.ts';
import css from './account.module.css';
import { tell } from './account.queries.ts';
import { worded } from './worded-page.tsx';

type Made = { certificate: Certificate; canvas: HTMLCanvasElement; url: string; text: string };

const linkOf = (code: string): string => `${location.origin}/open/certificates/${code}`;

function Preview({ made, again, busy }: { made: Made; again: () => void; busy: boolean }) {
  const t = accountWords.useT();
  const { code } = made.certificate;
  const save = async (): Promise<void> => {
    try {
      const { saveCertificate } = await loadChunk(() => import('./save-certificate.ts'));
      await saveCertificate(made.canvas, { title: t('account.certificate.heading'), name: `${t('account.certificate.heading')}-${code}.pdf` });
    } catch {
      toast('error', t('account.certificate.failed'));
    }
  };
  return (
    <Card>
      <img className={css['preview']} src={made.url} alt={made.text} />
      <p className={css['muted']}>{t('account.certificate.code')} {code}</p>
      <div className={css['actions']}>
        <Button look="primary" data-outside onClick={() => void save()}>{t('account.certificate.download')}</Button>
        <a className={buttonClass()} href={linkOf(code)} target="_blank" rel="noreferrer">{t('account.certificate.link')}</a>
        <Button look="ghost" busy={busy} onClick={again}>{t('account.certificate.again')}</Button>
      </div>
    </Card>
  );
}

/** A record of what was studied, to be shown to others, who can check it. */
export const CertificatePage = worded(function CertificateOfStudy() {
  const t = accountWords.useT();
  const school = useSchoolName();
  const [made, setMade] = useState<Made | null>(null);
  const [busy, setBusy] = useState(false);
  useTitle(t('account.certificate.title'));
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const [{ certificate }, { drawCertificate, bodyOf }] = await Promise.all([call(createCertificate), loadChunk(() => import('./draw-certificate.ts'))]);
      const drawing = { certificate, school, link: linkOf(certificate.code), time: formatDateTime(certificate.issued_at).slice(0, 16), t };
      const canvas = await drawCertificate(drawing);
      setMade({ certificate, canvas, url: canvas.toDataURL('image/jpeg', 0.8), text: bodyOf(drawing) });
    } finally {
      setBusy(false);
    }
  };
  const start = (): void => void make().catch(tell);
  return (
    <div className={css['stack']}>
      <AccountHeader title={t('account.certificate.title')} />
      {made ? <Preview made={made} again={start} busy={busy} /> : (
        <Card>
          <p className={css['muted']}>{t('account.certificate.intro')}</p>
          <Button look="primary" block busy={busy} onClick={start}>{t(busy ? 'account.certificate.drawing' : 'account.certificate.create')}</Button>
        </Card>
      )}
    </div>
  );
});
