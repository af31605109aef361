import { useCallback } from 'react';
import { useParams } from 'react-router';
import accountWords from 'virtual:locale/account';
import type { CheckedCertificate } from '@kaike/shared/contracts/auth/account';
import * as account from '@kaike/shared/contracts/auth/account';
import { formatDay, formatSpan } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Card, PageHeader, Skeleton } from '../../../ui/parts.tsx';
import css from './member-account.module.css';

function Genuine({ certificate, school }: { certificate: NonNullable<CheckedCertificate>; school: string }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const facts = [
    ...(certificate.masked_name === '' ? [] : [['check.name', certificate.masked_name]]),
    ...(certificate.course
      ? [
          ['check.course', certificate.courses[0]?.title ?? ''],
          [
            'check.period',
            `${formatDay(certificate.course.started_on, { locale })} – ${formatDay(certificate.course.finished_on, { locale })}`,
          ],
        ]
      : []),
    ['check.hours', formatSpan(certificate.study_sec, locale)],
    ['check.lessons', t('account.check.lessons_value', { count: certificate.lesson_count })],
    ['certificate.issued', formatDay(certificate.issued_at, { locale })],
    ['certificate.code', certificate.code],
  ];
  return (
    <>
      <h2 className={css['genuine']}>
        <Icon name="check" /> {t('account.check.genuine')}
      </h2>
      <p className={css['muted']}>{t('account.check.genuine_text', { school })}</p>
      <dl className={css['facts']}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`account.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {certificate.courses.length > 0 && certificate.course === null ? (
        <>
          <h2>{t('account.certificate.courses')}</h2>
          <ul className={css['points']}>
            {certificate.courses.map((course) => (
              <li key={course.title}>
                {t('account.certificate.course', {
                  title: course.title,
                  lessons: course.lessons_done,
                  spent: formatSpan(course.study_sec, locale),
                })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

/** Shows anybody with the code whether a study record is genuine, and its content. */
export function CheckCertificatePage() {
  const t = accountWords.useT();
  const { code = '' } = useParams();
  const { data, failed, error, reload } = useLoad(
    useCallback((signal: AbortSignal) => call(account.checkCertificate, { params: { code }, signal }), [code]),
  );
  useTitle(t('account.check.title'));
  if (failed) return <LoadFailure error={error} retry={reload} />;
  return (
    <div className={css['stack']}>
      <PageHeader title={t('account.check.title')} />
      {data ? (
        <Card>
          {data.certificate ? (
            <Genuine certificate={data.certificate} school={data.school} />
          ) : (
            <div role="alert">
              <h2 className={css['false']}>{t('account.check.false')}</h2>
              <p className={css['muted']}>{t('account.check.false_text', { school: data.school })}</p>
            </div>
          )}
        </Card>
      ) : (
        <Skeleton height={240} />
      )}
    </div>
  );
}
