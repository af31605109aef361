import { useEffect, useRef, useState } from 'react';
import walletWords from 'virtual:locale/card_wallet';
import type { Translate } from '@kaike/shared/kit/wording';
import { Cover } from '../../../app/components/cover.tsx';
import { useDates, type Dates } from '../../../app/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/parts.tsx';
import { CardFace } from './card-face.tsx';
import { CardTurn } from './card-turn.tsx';
import type { PreviewedCard } from './cards.queries.ts';
import css from './moment.module.css';
import type { ActivationFlow } from './use-activation.ts';

type Course = PreviewedCard['courses'][number];

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
        {course.effect === 'new' ? null : <Tag tone={tones[course.effect]}>{effectText(t, course, dates)}</Tag>}
      </div>
    </li>
  );
}

function Talk({ seconds }: { seconds: number }) {
  const t = walletWords.useT();
  return (
    <li className={css['course']}>
      <span className={css['talk']} lang="en" aria-hidden="true">
        Hi
      </span>
      <div>
        <strong>{t('cards.preview.ai_title')}</strong>
        <span className={css['quiet']}>{t('cards.preview.ai', { minutes: Math.floor(seconds / 60) })}</span>
      </div>
    </li>
  );
}

/** The courses and the time to talk that the card opens. */
function Opens({ preview: { courses, ai_seconds: seconds } }: { preview: PreviewedCard }) {
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
        {seconds > 0 ? <Talk seconds={seconds} /> : null}
      </ul>
      {visible.length < courses.length ? (
        <Button look="ghost" block onClick={() => setIsAll(true)}>
          {t('cards.preview.all', { count: courses.length })}
        </Button>
      ) : null}
    </>
  );
}

/** The card: one that was typed or scanned lies on its face at first, one from the wallet is known. */
function WithHolder({ preview: { card, product }, code }: { preview: PreviewedCard; code: string | null }) {
  const t = walletWords.useT();
  const face = (
    <CardFace
      title={product.title}
      cardNo={card.card_no}
      cover={product.cover}
      status={card.status === 'expiring' ? t('cards.status.expiring') : ''}
    />
  );
  return code === null ? (
    <div className={css['scene']}>{face}</div>
  ) : (
    <CardTurn title={product.title} code={code}>
      {face}
    </CardTurn>
  );
}

function Buttons({ preview, activation }: { preview: PreviewedCard; activation: ActivationFlow }) {
  const t = walletWords.useT();
  const { busy, use, restart } = activation;
  return (
    <div className={css['bar']} data-bar="">
      <Button look="primary" block busy={busy === 'activate'} disabled={busy !== null} onClick={() => use('activate')}>
        {t('cards.preview.activate')}
      </Button>
      <p className={css['quiet']}>{t('cards.preview.final')}</p>
      <div className={css['seconds']}>
        {preview.card.is_claimed ? null : (
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
    </div>
  );
}

/** The card turns over; then what it opens, until when, and what it adds, with the activate button. */
export function CardPreview({ preview, activation }: { preview: PreviewedCard; activation: ActivationFlow }) {
  const dates = useDates();
  const t = walletWords.useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const { card, product, courses } = preview;
  useEffect(() => {
    heading.current?.focus();
  }, [card.id]);
  const { step } = activation;
  const code = step.name === 'preview' && 'code' in step.named ? step.named.code : null;
  return (
    <div className={css['preview']}>
      <div className={css['held']}>
        <WithHolder preview={preview} code={code} />
        <h2 ref={heading} tabIndex={-1}>
          <span className="visually-hidden">{t('cards.preview.heading')} </span>
          {product.title}
        </h2>
        {courses.length > 0 ? (
          <p className={css['until']}>
            <span>{t('cards.preview.until')}</span>{' '}
            <strong>{preview.end_at ? dates.day(preview.end_at) : t('cards.wallet.forever')}</strong>
          </p>
        ) : null}
        {card.redeem_end_at ? (
          <p className={css['quiet']}>{t('cards.preview.redeem_by', { date: dates.day(card.redeem_end_at) })}</p>
        ) : null}
      </div>
      <div className={css['opens']}>
        {product.intro ? <p className={css['intro']}>{product.intro}</p> : null}
        <Opens preview={preview} />
        {preview.adds_nothing ? (
          <p className={css['warning']} role="note">
            <Icon name="alert" />
            {t('cards.preview.adds_nothing')}
          </p>
        ) : null}
        <Buttons preview={preview} activation={activation} />
      </div>
    </div>
  );
}
