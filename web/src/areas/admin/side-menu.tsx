import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { findResource } from '@kaike/shared/resources/index';
import { useT } from '../../app/wording.ts';
import { KitIcon } from '../../kit/kit-icon.tsx';
import { boundedText } from '../../kit/views/todo.ts';
import { hasRail, hereOf, useSideAreas, type SideArea, type SidePage } from './side-areas.ts';
import './side-menu.css';

function PageLink({ page, here }: { page: SidePage; here: string }) {
  const { name, url, is_out, badge } = page;
  if (is_out)
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    );
  return (
    <Link to={url} {...(url === here ? { 'aria-current': 'page' as const } : {})}>
      <span>{name}</span>
      {badge ? (
        <span className={`kk-count is-${badge.tone}`} aria-hidden="true">
          {boundedText(badge.count)}
        </span>
      ) : null}
    </Link>
  );
}

const Pages = ({ pages, here }: { pages: readonly SidePage[]; here: string }) => (
  <ul className="kk-pages-of">
    {pages.map((page) => (
      <li key={page.key}>
        <PageLink page={page} here={here} />
      </li>
    ))}
  </ul>
);

/**
 * Scrolls the menu only: `scrollIntoView` would scroll the page, too. It measures when the next frame is made, as the page would
 * otherwise be laid out once more.
 */
function showPresentPage(): () => void {
  const frame = requestAnimationFrame(() => {
    const entry = document.querySelector('.kk-pages-of [aria-current=page]');
    const box = entry?.closest('.kk-side-list, .ant-drawer-body');
    if (!entry || !box) return;
    const [place, around] = [entry.getBoundingClientRect(), box.getBoundingClientRect()];
    if (place.top < around.top || place.bottom > around.bottom)
      box.scrollTop += place.top - around.top - around.height / 2;
  });
  return () => cancelAnimationFrame(frame);
}

/** All pages under the names of their areas: the menu of a phone, and of a role with few pages. */
function AllPages({ areas, here }: { areas: readonly SideArea[]; here: string }) {
  // In a long menu the current page would be out of sight after a reload.
  useEffect(showPresentPage, [here, areas.length]);
  return (
    <div className="kk-side-all">
      {areas.map(({ id, name, icon, pages }) => (
        <section key={id} aria-label={name}>
          {pages.length > 1 ? (
            <h2>
              <KitIcon name={icon} />
              {name}
            </h2>
          ) : null}
          <Pages pages={pages} here={here} />
        </section>
      ))}
    </div>
  );
}

function AreaLink({ area, open, fold }: { area: SideArea; open: boolean | null; fold: () => void }) {
  const { name, icon, pages } = area;
  const waits = pages.some(({ badge }) => badge?.tone === 'danger');
  const content = (
    <>
      <span className={waits ? 'kk-area-icon is-waiting' : 'kk-area-icon'}>
        <KitIcon name={icon} size={20} />
      </span>
      <span className="kk-area-name">{name}</span>
    </>
  );
  const [first] = pages;
  // The area in use folds its pages away and shows them again; the others are links to their first page.
  if (open !== null && pages.length > 1)
    return (
      <button type="button" className="kk-area is-here" aria-expanded={open} onClick={fold}>
        {content}
      </button>
    );
  return first?.is_out ? (
    <a className="kk-area" href={first.url} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ) : (
    <Link
      className={open === null ? 'kk-area' : 'kk-area is-here'}
      to={first?.url ?? ''}
      {...(open === null ? {} : { 'aria-current': 'page' as const })}
    >
      {content}
    </Link>
  );
}

/** A record that has a page to itself gets the width, too. */
const isWidePage = (pathname: string): boolean => {
  const [, , name = '', id] = pathname.split('/');
  return id !== undefined && findResource(name)?.opens === 'page';
};

/** The areas as a rail, and beside it the pages of the one in use. */
function Rail({ areas, here }: { areas: readonly SideArea[]; here: string }) {
  const isWide = isWidePage(useLocation().pathname);
  const [isFolded, setIsFolded] = useState(isWide);
  useEffect(() => setIsFolded(isWide), [isWide]);
  const active = areas.find(({ pages }) => pages.some(({ url }) => url === here));
  useEffect(showPresentPage, [here, active?.id]);
  return (
    <>
      <ul className="kk-rail">
        {areas.map((area) => (
          <li key={area.id}>
            <AreaLink
              area={area}
              open={area === active ? !isFolded : null}
              fold={() => setIsFolded((before) => !before)}
            />
          </li>
        ))}
      </ul>
      {active && active.pages.length > 1 && !isFolded ? (
        <div className="kk-side-list">
          <p className="kk-side-head">{active.name}</p>
          <Pages pages={active.pages} here={here} />
        </div>
      ) : null}
    </>
  );
}

/** The menu: a rail where there are many pages, else one list. In a drawer it is always one list. */
export function SideMenu({ inDrawer }: { inDrawer: boolean }) {
  const t = useT();
  const areas = useSideAreas();
  const here = hereOf(useLocation().pathname, areas);
  const isRail = !inDrawer && hasRail(areas);
  return (
    <nav aria-label={t('admin.title')} className={inDrawer ? undefined : 'kk-side'}>
      {isRail ? (
        <Rail areas={areas} here={here} />
      ) : inDrawer ? (
        <AllPages areas={areas} here={here} />
      ) : (
        <div className="kk-side-list">
          <AllPages areas={areas} here={here} />
        </div>
      )}
    </nav>
  );
}
