import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import accountWords from 'virtual:locale/account';
import type { Certificate } from '@kaike/shared/contracts/auth/account';
import * as account from '@kaike/shared/contracts/auth/account';
import { formatDay, formatSpan } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card, Skeleton } from '../../../ui/parts.tsx';
import { OwnLearning } from '../../learning/home/public.ts';
import { linkOf, useDrawing, type DrawnCertificate } from './certificates/use-drawing.ts';
import { SaveShare, shareOf } from './certificates/save-share.tsx';
import { AccountHeader } from './profile/account-header.tsx';
import css from './member-account.module.css';
import { toastError } from './member-account.queries.ts';

const key = ['certificates'];

function Download({ certificate, canvas }: { certificate: Certificate; canvas: () => Promise<HTMLCanvasElement> }) {
  const t = accountWords.useT();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { saveCertificate } = await loadChunk(() => import('./certificates/save-certificate.ts'));
      const title = t(certificate.course ? 'account.certificate.diploma_heading' : 'account.certificate.heading');
      await saveCertificate(await canvas(), { title, name: `${title}-${certificate.code}.pdf` });
    } catch {
      toast('error', t('account.certificate.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button data-outside busy={busy} onClick={() => void save()}>
      {t('account.certificate.download')}
    </Button>
  );
}

function Actions({ certificate, canvas }: { certificate: Certificate; canvas: () => Promise<HTMLCanvasElement> }) {
  const t = accountWords.useT();
  return (
    <div className={css['actions']}>
      <Download certificate={certificate} canvas={canvas} />
      {certificate.course ? <SaveShare share={() => shareOf(certificate)} /> : null}
      <a className={buttonClass('ghost')} href={linkOf(certificate.code)} target="_blank" rel="noreferrer">
        {t('account.certificate.link')}
      </a>
    </div>
  );
}

function Preview({ drawn: certificate }: { drawn: DrawnCertificate }) {
  const t = accountWords.useT();
  return (
    <Card>
      <img className={css['preview']} src={certificate.url} alt={certificate.text} />
      <p className={css['muted']}>
        {t('account.certificate.code')} {certificate.certificate.code}
      </p>
      <Actions certificate={certificate.certificate} canvas={async () => certificate.canvas} />
    </Card>
  );
}

function Issued({ certificate }: { certificate: Certificate }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const draw = useDrawing();
  const { issued_at, code, study_sec: seconds, lesson_count: lessons } = certificate;
  return (
    <li className={css['certificate']}>
      <strong>
        {certificate.course
          ? t('account.certificate.of_course', { title: certificate.courses[0]?.title ?? '' })
          : formatDay(issued_at, { locale })}
      </strong>
      {certificate.course ? <span className={css['muted']}>{formatDay(issued_at, { locale })}</span> : null}
      <span className={css['muted']}>
        {t('account.certificate.studied', { spent: formatSpan(seconds, locale), lessons })}
      </span>
      <span className={css['muted']}>
        {t('account.certificate.code')} {code}
      </span>
      <Actions certificate={certificate} canvas={async () => (await draw(certificate)).canvas} />
    </li>
  );
}

/** Certificates issued before, except the one shown in full. */
function Before({ but }: { but: string | undefined }) {
  const t = accountWords.useT();
  const { data, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(account.listCertificates, { signal, quiet: true })).certificates,
  });
  if (isError) return <LoadFailure error={error} retry={() => void refetch()} />;
  const issued = data?.filter(({ code }) => code !== but) ?? [];
  if (issued.length === 0) return null;
  return (
    <Card>
      <h2 className={css['heading']}>{t('account.certificate.before')}</h2>
      <ul className={css['certificates']}>
        {issued.map((one) => (
          <Issued key={one.code} certificate={one} />
        ))}
      </ul>
    </Card>
  );
}

function Certificates() {
  const t = accountWords.useT();
  const client = useQueryClient();
  const draw = useDrawing();
  const [certificate, setCertificate] = useState<DrawnCertificate | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      setCertificate(await draw((await call(account.createCertificate)).certificate));
      void client.invalidateQueries({ queryKey: key });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {certificate ? (
        <Preview drawn={certificate} />
      ) : (
        <Card>
          <p className={css['muted']}>{t('account.certificate.intro')}</p>
          <Button look="primary" block busy={busy} onClick={() => void make().catch(toastError)}>
            {t(busy ? 'account.certificate.drawing' : 'account.certificate.create')}
          </Button>
        </Card>
      )}
      <Before but={certificate?.certificate.code} />
    </>
  );
}

/** A study record to show to others, who can verify it. */
export function CertificatePage() {
  const t = accountWords.useT();
  useTitle(t('account.certificate.title'));
  return (
    <div className={css['stack']}>
      <AccountHeader title={t('account.certificate.title')} />
      <OwnLearning waiting={<Skeleton height={180} />}>
        <Certificates />
      </OwnLearning>
    </div>
  );
}
