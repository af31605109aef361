import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import walletWords from 'virtual:locale/card_wallet';
import * as coursesApi from '@kaike/shared/contracts/catalog/courses';
import { call } from '../../../api/client.ts';
import { useCallName } from '../../../app/call-name.ts';
import { Cover } from '../../../app/components/cover.tsx';
import { useSchoolName } from '../../../app/config.ts';
import { useDates } from '../../../app/dates.ts';
import { useOwnName } from '../../../app/session.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sentence } from '../../../ui/paper/sentence.tsx';
import { sealWords } from '../../../ui/paper/seal-plan.ts';
import { Seal } from '../../../ui/paper/seal.tsx';
import type { UseCardResult } from './cards.queries.ts';
import css from './moment.module.css';

const shownBooks = 3;

/** Focused, so that the result is the next thing read. */
function useFocus<T extends HTMLElement>() {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** Courses with the learner's name written on them, one after the other. */
function Books({ courses }: Pick<UseCardResult, 'courses'>) {
  const owner = useOwnName();
  if (courses.length === 0) return null;
  return (
    <ul className={css['books']} aria-label={courses.map(({ title }) => title).join(' · ')}>
      {courses.slice(0, shownBooks).map((course, place) => (
        <li key={course.id} style={{ zIndex: shownBooks - place }}>
          <Cover {...course} owner={owner.includes('*') ? '' : owner} eager />
        </li>
      ))}
    </ul>
  );
}

/** The first lesson by name once it is known; until then its course. */
function Start({ courses }: Pick<UseCardResult, 'courses'>) {
  const t = walletWords.useT();
  const id = courses[0]?.id ?? 0;
  const { data } = useQuery({
    queryKey: ['home', 'courses', id],
    queryFn: ({ signal }) => call(coursesApi.getMyCourse, { params: { id }, signal, quiet: true }),
    enabled: id > 0,
  });
  const lesson = data?.next;
  if (!lesson)
    return (
      <Link className={buttonClass('primary', true)} to={id > 0 ? `/home/courses/${id}` : '/home/index'}>
        {t('cards.done.start')}
      </Link>
    );
  return (
    <Link
      className={buttonClass('primary', true)}
      to={`/home/lessons/${lesson.lesson_id}`}
      state={{ type: lesson.type }}
    >
      {t('cards.done.start_lesson', { title: lesson.title })}
    </Link>
  );
}

function Activated({ used, onAgain }: { used: UseCardResult; onAgain: () => void }) {
  const dates = useDates();
  const t = walletWords.useT();
  const name = useCallName();
  const school = useSchoolName();
  const head = useFocus<HTMLDivElement>();
  const { courses, end_at: end, ai_seconds: seconds } = used;
  return (
    <div className={css['done']}>
      <div ref={head} tabIndex={-1} className={css['head']}>
        <Sentence
          text={name === '' ? t('cards.done.title') : t('cards.done.title_named', { name })}
          marked={t('cards.done.title')}
        />
        <Seal words={sealWords(school)} />
        {courses.length > 0 ? (
          <>
            <p className={css['lead']}>{t('cards.done.books', { count: courses.length })}</p>
            <p className={css['quiet']}>
              {end ? t('cards.done.text_until', { date: dates.day(end) }) : t('cards.done.text_forever')}
            </p>
          </>
        ) : null}
        {seconds > 0 ? (
          <p className={css['quiet']}>{t('cards.done.text_ai', { minutes: Math.floor(seconds / 60) })}</p>
        ) : null}
      </div>
      <Books courses={courses} />
      <div className={css['bar']} data-bar="">
        <Start courses={courses} />
        <div className={css['seconds']}>
          <Link className={buttonClass('ghost')} to="/home/index">
            {t('cards.done.home')}
          </Link>
          <Button look="ghost" onClick={onAgain}>
            {t('cards.done.again')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Claimed({ used, onAgain }: { used: UseCardResult; onAgain: () => void }) {
  const t = walletWords.useT();
  const head = useFocus<HTMLHeadingElement>();
  return (
    <div className={css['claimed']}>
      <Icon name="ticket" size={34} />
      <h2 ref={head} tabIndex={-1}>
        {t('cards.done.claimed_title')}
      </h2>
      <p className={css['lead']}>{used.product.title}</p>
      <p className={css['quiet']}>{t('cards.done.claimed_text')}</p>
      <Button look="primary" block onClick={onAgain}>
        {t('cards.done.to_wallet')}
      </Button>
    </div>
  );
}

/** The success step, with one main way on. */
export const CardDone = (props: { used: UseCardResult; onAgain: () => void }) =>
  props.used.mode === 'activate' ? <Activated {...props} /> : <Claimed {...props} />;
