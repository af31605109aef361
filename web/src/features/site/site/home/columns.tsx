import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SiteColumn } from '@kaike/shared/contracts/site/site';
import { Icon } from '../../../../ui/icon.tsx';
import { Cover } from '../../../../app/components/cover.tsx';
import { CourseShelf, CourseCover, Section } from '../records/cards.tsx';
import css from '../site.module.css';

type Item = SiteColumn['items'][number];

/** A link to a page of this site, to another site in a new window, or plain content. */
function ItemLink({ item, className, children }: { item: Item; className: string | undefined; children: ReactNode }) {
  if (item.url === '') return <div className={className}>{children}</div>;
  if (item.url.startsWith('/'))
    return (
      <Link className={className} to={item.url}>
        {children}
      </Link>
    );
  return (
    <a className={className} href={item.url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const hasWords = (item: Item): boolean => item.title !== '' || item.text !== '';

/** Images side by side, swiped on a phone; no auto-play. */
function Banners({ column }: { column: SiteColumn }) {
  return (
    <section className={css['banners']} aria-label={column.title}>
      {column.items.map((item, index) => (
        <ItemLink key={index} item={item} className={css['banner']}>
          {item.course && !item.image ? (
            <CourseCover course={item.course} eager={index === 0} />
          ) : (
            <Cover title={item.title || column.title} cover={item.image} teacher={item.text} eager={index === 0} />
          )}
          {hasWords(item) ? (
            <span className={item.image ? css['bannerText'] : 'visually-hidden'}>
              <strong>{item.title}</strong>
              {item.text ? <span>{item.text}</span> : null}
            </span>
          ) : null}
        </ItemLink>
      ))}
    </section>
  );
}

function Links({ column }: { column: SiteColumn }) {
  return (
    <Section title={column.title}>
      <ul className={css['links']}>
        {column.items.map((item, index) => (
          <li key={index}>
            <ItemLink item={item} className={css['link']}>
              {item.image ? <img src={item.image} alt="" width={40} height={40} loading="lazy" /> : null}
              <span>
                <strong>{item.title}</strong>
                {item.text ? <span className={css['quiet']}>{item.text}</span> : null}
              </span>
              {item.url ? <Icon name="right" size={18} /> : null}
            </ItemLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The columns the administrator placed here: banners, links, or a list of courses. */
export function Column({ column }: { column: SiteColumn }) {
  if (column.type === 'banner') return <Banners column={column} />;
  const courses = column.items.flatMap((item) => (item.course ? [item.course] : []));
  if (column.type === 'link' || courses.length < column.items.length) return <Links column={column} />;
  return (
    <Section title={column.title}>
      <CourseShelf courses={courses} />
    </Section>
  );
}
