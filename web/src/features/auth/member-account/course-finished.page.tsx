import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { CoverLink } from '../../../app/components/cover-link.tsx';
import accountWords from 'virtual:locale/account';
import type { Certificate, CourseFinish } from '@kaike/shared/contracts/auth/account';
import * as account from '@kaike/shared/contracts/auth/account';
import { formatSpan } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { asTitle } from '../../../app/as-title.ts';
import { BackLink } from '../../../app/components/back-link.tsx';
import { Cover } from '../../../app/components/cover.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useOwnName } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { FullMarks } from '../../../ui/paper/full-marks.tsx';
import { Quote } from '../../../ui/paper/quote.tsx';
import { Seal } from '../../../ui/paper/seal.tsx';
import { Square } from '../../../ui/paper/square.tsx';
import { toastError } from './member-account.queries.ts';
import { SaveShare, shareOf } from './certificates/save-share.tsx';
import { linkOf, useDrawing, type DrawnCertificate } from './certificates/use-drawing.ts';
import css from './course-finished.module.css';

const maxSquares = 12;

const minuteSec = 60;

function Figures({ finish: { study_sec: seconds, days, notes } }: { finish: CourseFinish }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const figures = [
    { name: t('account.finish.time'), figure: formatSpan(Math.max(minuteSec, seconds), locale) },
    { name: t('account.finish.days', { count: days }), figure: String(days) },
    { name: t('account.finish.notes', { count: notes }), figure: String(notes) },
  ];
  return (
    <dl className={css['figures']}>
      {figures.map(({ name, figure }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Next({ next }: { next: NonNullable<CourseFinish['next']> }) {
  const t = accountWords.useT();
  return (
    <section className={css['next']}>
      <h2>{t('account.finish.next')}</h2>
      <CoverLink to={`/home/courses/${next.id}`}>
        <Cover {...next} small />
        <span>
          <strong>{next.title}</strong>
          <span>{t('account.finish.next_lessons', { done: next.lessons_done, count: next.lesson_count })}</span>
        </span>
        <Icon name="right" />
      </CoverLink>
    </section>
  );
}

/** Where the code of the picture leads without a certificate: to the course, or to the school if it is off the shelf. */
const courseLink = (id: number, isPublic: boolean): string =>
  `${location.origin}/open/${isPublic ? `courses/${id}` : 'index'}`;

/** What can be taken from the course: a certificate, issued when it is asked for, and a picture to share, which needs none. */
function Diploma({ id, finish }: { id: number; finish: CourseFinish }) {
  const t = accountWords.useT();
  const client = useQueryClient();
  const draw = useDrawing();
  const name = useOwnName();
  const [certificate, setCertificate] = useState<DrawnCertificate | null>(null);
  const [busy, setBusy] = useState(false);
  const issue = async (): Promise<Certificate> =>
    (await call(account.createCourseCertificate, { params: { id } })).certificate;
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      setCertificate(await draw(await issue()));
      void client.invalidateQueries({ queryKey: ['certificates'] });
    } finally {
      setBusy(false);
    }
  };
  const { title, lesson_count, study_sec, teacher } = finish;
  const share = (
    <SaveShare
      share={async () =>
        finish.has_certificate || certificate
          ? shareOf(certificate?.certificate ?? (await issue()))
          : {
              name,
              title,
              lesson_count,
              study_sec,
              teacher,
              link: courseLink(id, finish.is_public),
              scan: 'account.finish.scan',
            }
      }
    />
  );
  if (!certificate)
    return (
      <>
        <Button look="primary" block busy={busy} onClick={() => void take().catch(toastError)}>
          {t(`account.finish.${finish.has_certificate ? 'look' : 'take'}`)}
        </Button>
        {share}
      </>
    );
  return (
    <>
      <img className={css['diploma']} src={certificate.url} alt={certificate.text} />
      <Link className={buttonClass('primary', true)} to="/home/learning-records/certificate">
        {t('account.finish.to_certificates')}
      </Link>
      {share}
      <a className={buttonClass('ghost')} href={linkOf(certificate.certificate.code)} target="_blank" rel="noreferrer">
        {t('account.certificate.link')}
      </a>
    </>
  );
}

function Finished({ id, finish }: { id: number; finish: CourseFinish }) {
  const t = accountWords.useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { lesson_count: count } = finish;
  return (
    <div className={css['page']}>
      <div className={css['marks']}>
        <FullMarks />
        <Seal words={t('account.finish.seal')} size={96} />
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {t('account.finish.title', { title: finish.title })}
      </h1>
      {count <= maxSquares ? (
        <div className={css['squares']} aria-hidden="true">
          {Array.from({ length: count }, (_, place) => (
            <Square key={place} state="done">
              {place + 1}
            </Square>
          ))}
        </div>
      ) : null}
      <p className={css['quiet']}>{t('account.finish.all', { count })}</p>
      <Figures finish={finish} />
      {finish.closing_words ? (
        <Quote by={finish.teacher} className={css['closing']}>
          {finish.closing_words}
        </Quote>
      ) : null}
      <div className={css['ways']}>
        <Diploma id={id} finish={finish} />
      </div>
      {finish.next ? <Next next={finish.next} /> : null}
    </div>
  );
}

/** A course whose lessons are all finished: its mark, what it took, its certificate, and what comes next. */
export function CourseFinishedPage() {
  const t = accountWords.useT();
  const id = Number(useParams()['id']);
  const { data, error, refetch } = useQuery({
    queryKey: ['home', 'courses', id, 'finish'],
    queryFn: ({ signal }) => call(account.getCourseCompletion, { params: { id }, signal, quiet: true }),
    retry: false,
  });
  useTitle(data ? t('account.finish.title', { title: data.title }) : t('pages.course_finished'));
  if (error instanceof ApiError && error.status < 500)
    return (
      <EmptyState
        heading="h1"
        icon="book-open"
        title={asTitle(error.message)}
        action={
          <Link className={buttonClass('primary')} to={`/home/courses/${id}`}>
            {t('account.finish.to_course')}
          </Link>
        }
      />
    );
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />;
  return (
    <>
      <BackLink to={`/home/courses/${id}`}>{t('account.finish.to_course')}</BackLink>
      {data ? <Finished id={id} finish={data} /> : <Skeleton height={320} />}
    </>
  );
}
