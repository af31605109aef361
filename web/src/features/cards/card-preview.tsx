import { useEffect, useRef, useState } from 'react';
import walletWords from 'virtual:words/card_wallet';
import type { Translate } from '@kaike/shared/kit/wording';
import { Cover } from '../../app/components/cover.tsx';
import { useDates, type Dates } from '../../app/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Tag } from '../../ui/parts.tsx';
import { CardFace } from './card-face.tsx';
import type { Preview } from './cards.queries.ts';
import css from './cards.module.css';
import type { Activation } from './use-activation.ts';

type Course = Preview['courses'][number];

const firstCourses = 5;
const tones = { new: 'success', extend: 'info', renew: 'info', none: 'muted' } as const;

function effectText(t: Translate, course: Course, { day }: Dates): string {
  const key = course.is_held_forever ? 'none_forever' : course.effect;
  return t(`cards.preview.effect.${key}`, { date: day(course.current_end_at) });
}

function CourseLine({ course, showEnd }: { course: Course; showEnd: boolean }) {
  const dates = useDates();
  const t = walletWords.useT();
  return (
    <li className={css['course']}>
      <Cover {...course} small />
      <div>
        <strong>{course.title}</strong>
        <span className={css['quiet']}>
          {t('cards.preview.lessons', { count: course.lesson_count })}
          {showEnd
            ? ` · ${course.end_at ? t('cards.preview.until_course', { date: dates.day(course.end_at) }) : t('cards.wallet.forever')}`
            : ''}
        </span>
        <Tag tone={tones[course.effect]}>{effectText(t, course, dates)}</Tag>
      </div>
    </li>
  );
}

function Courses({ courses }: { courses: Preview['courses'] }) {
  const t = walletWords.useT();
  const [isAll, setIsAll] = useState(false);
  // Shown once above when it is the same for all.
  const showEnd = new Set(courses.map((course) => course.end_at)).size > 1;
  const visible = isAll ? courses : courses.slice(0, firstCourses);
  return (
    <>
      <ul className={css['courses']}>
        {visible.map((course) => (
          <CourseLine key={course.id} course={course} showEnd={showEnd} />
        ))}
      </ul>
      {visible.length < courses.length ? (
        <Button look="ghost" block onClick={() => setIsAll(true)}>
          {t('cards.preview.all', { count: courses.length })}
        </Button>
      ) : null}
    </>
  );
}

/** What the card opens, until when, and what it adds, with the activate button. */
export function CardPreview({ preview, activation }: { preview: Preview; activation: Activation }) {
  const dates = useDates();
  const t = walletWords.useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const { card, product, courses } = preview;
  useEffect(() => {
    heading.current?.focus();
  }, [card.id]);
  const { busy, use, restart } = activation;
  return (
    <div className={css['preview']}>
      <div className={css['held']}>
        <CardFace
          title={product.title}
          card_no={card.card_no}
          cover={product.cover}
          status={t(`cards.status.${card.status}`)}
        />
        {card.redeem_end_at ? (
          <p className={css['quiet']}>{t('cards.preview.redeem_by', { date: dates.day(card.redeem_end_at) })}</p>
        ) : null}
      </div>
      <Card className={css['opens'] ?? ''}>
        <h2 ref={heading} tabIndex={-1} className={css['lead']}>
          {t('cards.preview.heading')}
        </h2>
        {courses.length > 0 ? (
          <p className={css['until']}>
            <span>{t('cards.preview.until')}</span>
            <strong>{preview.end_at ? dates.day(preview.end_at) : t('cards.wallet.forever')}</strong>
          </p>
        ) : null}
        {preview.ai_seconds > 0 ? (
          <p className={css['ai']}>
            <Icon name="gift" />
            {t('cards.preview.ai', { minutes: Math.floor(preview.ai_seconds / 60) })}
          </p>
        ) : null}
        {product.intro ? <p className={css['intro']}>{product.intro}</p> : null}
        {courses.length > 0 ? <Courses courses={courses} /> : null}
        {preview.adds_nothing ? (
          <p className={css['warning']} role="note">
            <Icon name="alert" />
            {t('cards.preview.adds_nothing')}
          </p>
        ) : null}
        <div className={css['bar']}>
          <Button
            look="primary"
            block
            busy={busy === 'activate'}
            disabled={busy !== null}
            onClick={() => use('activate')}
          >
            {t('cards.preview.activate')}
          </Button>
          <p className={css['quiet']}>{t('cards.preview.final')}</p>
        </div>
        <div className={css['seconds']}>
          {card.is_claimed ? null : (
            <Button
              look="ghost"
              busy={busy === 'claim'}
              disabled={busy !== null}
              title={t('cards.preview.claim_hint')}
              onClick={() => use('claim')}
            >
              {t('cards.preview.claim')}
            </Button>
          )}
          <Button look="ghost" disabled={busy !== null} onClick={restart}>
            {t('cards.preview.other')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
