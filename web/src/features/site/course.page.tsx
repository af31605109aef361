import { Suspense, useCallback, useState } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:words/site';
import { getMyCourse, type MyCourseDetail } from '@kaike/shared/contracts/courses';
import { getSiteCourse, type SiteCourseDetail } from '@kaike/shared/contracts/site';
import { formatSum } from '@kaike/shared/kit/dates/format-when';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { call } from '../../api/client.ts';
import { Portrait } from '../../app/components/portrait.tsx';
import { Paragraphs } from '../../app/components/rich-text.tsx';
import { useSession } from '../../app/session.ts';
import { useLoad } from '../../app/loading/use-load.ts';
import { useTitle } from '../../app/use-title.ts';
import { useLocale } from '../../app/wording.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Skeleton, Tag } from '../../ui/parts.tsx';
import { LatePreview } from '../watching/public.ts';
import { CourseCover, CoursePrice } from './records/cards.tsx';
import { CourseActions, hasFullAccess } from './records/course-actions.tsx';
import { useOfferFacts } from './home/offers.tsx';
import { Outline } from './records/outline.tsx';
import { RichText } from './records/rich-text.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { RecordStates } from './records/record-states.tsx';
import { useRecord } from './records/use-record.ts';

/** The member's access to the course; undefined until known, null for a visitor. */
function useMyCourse(id: number): MyCourseDetail | null | undefined {
  const isMember = useSession((state) => Boolean(state.user?.member));
  const load = useCallback(
    async (signal: AbortSignal) => ({
      mine: isMember ? await call(getMyCourse, { params: { id }, signal, quiet: true }) : null,
    }),
    [id, isMember],
  );
  const { data, failed } = useLoad(load);
  return failed ? null : data?.mine;
}

type Props = { detail: SiteCourseDetail; mine: MyCourseDetail | null | undefined };

function Actions({ detail, mine }: Props) {
  return (
    <>
      {mine === undefined ? <Skeleton height={44} width={220} /> : <CourseActions detail={detail} mine={mine} />}
      {detail.has_trailer ? <Trailer course={detail.course} /> : null}
    </>
  );
}

/** The course trailer, for everyone. */
function Trailer({ course }: Pick<SiteCourseDetail, 'course'>) {
  const t = siteWords.useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon name="play" size={14} />
        {t('site.course.trailer')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LatePreview
            of={{ course_id: course.id }}
            title={t('site.course.trailer_of', { title: course.title })}
            close={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Head({ detail, mine }: Props) {
  const t = siteWords.useT();
  const locale = useLocale();
  const { course, chapters, subject } = detail;
  return (
    <Card className={css['courseHead'] ?? ''}>
      <CourseCover course={course} eager />
      <div className={css['courseText']}>
        <h1 className={css['title']}>{course.title}</h1>
        {course.subtitle ? <p>{course.subtitle}</p> : null}
        <p className={css['quiet']}>
          {t('site.course.summary', {
            chapters: chapters.length,
            lessons: course.lesson_count,
            time: formatSum(course.duration_sec, locale),
          })}
        </p>
        <p className={css['tags']}>
          {subject ? <Link to={`/open/courses?subject_id=${subject.id}`}>{subject.name}</Link> : null}
          {course.level ? <Tag tone="info">{course.level}</Tag> : null}
          {course.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
        {course.is_free || detail.products.length === 0 ? <CoursePrice course={course} /> : null}
        <Actions detail={detail} mine={mine} />
      </div>
    </Card>
  );
}

function Teachers({ teachers }: Pick<SiteCourseDetail, 'teachers'>) {
  const t = siteWords.useT();
  if (teachers.length === 0) return null;
  return (
    <Card>
      <h2 className={css['sub']}>{t('site.course.teachers')}</h2>
      <ul className={css['people']}>
        {teachers.map((teacher) => (
          <li key={teacher.id}>
            <Link to={`/open/teachers/${teacher.id}`}>
              <Portrait name={teacher.name} src={teacher.avatar} gender={teacher.gender} />
              <span>
                <strong>{teacher.name}</strong>
                <span className={css['quiet']}>{teacher.title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** All products with the course, each with a description. */
function Products({ products }: Pick<SiteCourseDetail, 'products'>) {
  const t = siteWords.useT();
  const factsOf = useOfferFacts();
  if (products.length === 0) return null;
  return (
    <Card>
      <h2 className={css['sub']}>{t('site.course.products')}</h2>
      <ul className={css['people']}>
        {products.map((product) => (
          <li key={product.id}>
            <Link to={`/open/products/${product.id}`}>
              <span className={css['offer']}>
                <strong>{product.title}</strong>
                <span className={css['quiet']}>{factsOf(product)}</span>
              </span>
              <span className={css['price']}>
                <b>{formatPrice(product.sale_price)}</b>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CourseDetail({ detail }: { detail: SiteCourseDetail }) {
  const t = siteWords.useT();
  const mine = useMyCourse(detail.course.id);
  const hasText = detail.intro !== '' || detail.detail !== '';
  return (
    <>
      <Head detail={detail} mine={mine} />
      <div className={css['split']}>
        <div className={css['column']}>
          {hasText ? (
            <Card>
              <h2 className={css['sub']}>{t('site.course.about')}</h2>
              <Paragraphs text={detail.intro} />
              <RichText text={detail.detail} />
            </Card>
          ) : null}
          <Card>
            <h2 className={css['sub']}>{t('site.course.outline')}</h2>
            <Outline detail={detail} isOwned={hasFullAccess(mine)} />
          </Card>
        </div>
        <div className={css['column']}>
          <Teachers teachers={detail.teachers} />
          {detail.course.is_free ? null : <Products products={detail.products} />}
        </div>
      </div>
    </>
  );
}

/** A course as a visitor sees it. */
export function CoursePage() {
  const t = siteWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback((signal: AbortSignal) => call(getSiteCourse, { params: { id }, signal, quiet: true }), [id]);
  const state = useRecord(load);
  const { data } = state;
  useTitle(data ? data.course.title : t('site.courses.title'));
  return (
    <SiteFrame>
      <Link to="/open/courses" className={css['back']}>
        <Icon name="left" size={18} />
        {t('site.course.back')}
      </Link>
      <RecordStates
        state={state}
        missing={{
          title: t('site.course.gone'),
          text: t('site.course.gone_text'),
          action: (
            <Link className={buttonClass('primary')} to="/open/courses">
              {t('site.courses.show_all')}
            </Link>
          ),
        }}
        skeleton={[280, 320]}
      >
        {(detail) => <CourseDetail detail={detail} />}
      </RecordStates>
    </SiteFrame>
  );
}
