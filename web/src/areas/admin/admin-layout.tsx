import { Button, Dropdown } from 'antd';
import type { MenuProps } from 'antd';
import 'antd/dist/antd.css';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { themes } from '@kaike/shared/domain/constants';
import { languages, locales } from '@kaike/shared/locales/languages';
import { Logo } from '../../ui/logo.tsx';
import { useSchoolName } from '../../app/config.ts';
import { QueryProvider } from '../../app/loading/query-provider.tsx';
import { logout, startOf, useAdmitted, useSession } from '../../app/session.ts';
import { hostLoginBox, useEndedSession } from '../../app/session-ended.ts';
import { switchTheme, useTheme, type ThemeMode } from '../../app/theme.ts';
import { switchLocale, useLocale, useT, useWording } from '../../app/wording.ts';
import { AntdTheme } from '../../kit/theme/antd-theme.tsx';
import { BulkTools } from '../../kit/bulk/bulk-tools.tsx';
import { listRuns } from '../../kit/bulk/bulk-state.ts';
import { NewRowContext, type NewRowProps } from '../../kit/fields/relation/use-new-row.tsx';
import { KitIcon } from '../../kit/kit-icon.tsx';
import { setResourceViews } from '../../kit/resource-view.ts';
import { trayUploads, useUploads } from '../../features/catalog/media/uploads/uploads-list.ts';
import { useTransfer } from '../../kit/transfer/transfer-state.ts';
import { useNarrow } from '../../kit/use-narrow.ts';
import { resourceViews } from './resource-views.ts';
import { SideMenu } from './side-menu.tsx';
import './styles/shell.css';
import './styles/tags.css';
import './styles/forms.css';
import './styles/notes.css';
import './styles/record.css';

setResourceViews(resourceViews);

/** Loads after the page; resumes a task that a reload cut off. */
const AdminTools = lazy(async () => ({
  default: (await import('../../features/office/palette/admin-tools.tsx')).AdminTools,
}));
const SessionBox = lazy(async () => ({
  default: (await import('../../features/auth/login/session-box.tsx')).SessionBox,
}));
const TransferPanel = lazy(async () => ({
  default: (await import('./corner.tsx')).TransferPanel,
}));

const UploadTray = lazy(async () => ({
  default: (await import('./corner.tsx')).UploadTray,
}));

const NewRowDialog = lazy(async () => ({
  default: (await import('../../kit/fields/relation/new-row-dialog.tsx')).NewRowDialog,
}));
const drawNewRow = (props: NewRowProps) => <NewRowDialog {...props} />;

/** On wide windows the menu is beside the page and needs no drawer. */
const SideDrawer = lazy(async () => ({ default: (await import('../../kit/side-drawer.tsx')).SideDrawer }));

const modes: ThemeMode[] = ['light', 'dark', 'auto'];

function useUserMenu({ isAdmitted, close }: { isAdmitted: boolean; close: () => void }): MenuProps {
  const t = useT();
  const navigate = useNavigate();
  const { theme, mode } = useTheme();
  const locale = useLocale();
  return {
    selectable: true,
    multiple: true,
    selectedKeys: [`theme:${theme}`, `mode:${mode}`, `locale:${locale}`],
    items: [
      {
        key: 'theme',
        icon: <KitIcon name="palette" />,
        label: t('admin.theme'),
        children: themes.map((name) => ({ key: `theme:${name}`, label: t(`admin.themes.${name}`) })),
      },
      {
        key: 'mode',
        icon: <KitIcon name="settings" />,
        label: t('admin.mode'),
        children: modes.map((name) => ({ key: `mode:${name}`, label: t(`admin.modes.${name}`) })),
      },
      {
        key: 'locale',
        icon: <KitIcon name="language" />,
        label: t('admin.language'),
        children: locales.map((name) => ({ key: `locale:${name}`, label: languages[name].name })),
      },
      { type: 'divider' },
      ...(isAdmitted
        ? ([
            { key: 'runs', icon: <KitIcon name="view" />, label: t('admin.my_runs') },
            { type: 'divider' },
            { key: 'index', label: t('pages.admin_personage') },
            { key: 'password', label: t('admin.change_password') },
          ] satisfies MenuProps['items'])
        : []),
      { key: 'logout', label: t('admin.logout') },
    ],
    onClick: ({ key }) => {
      const [what, value = ''] = key.split(':');
      // Themes can be tried one after the other; every other command closes the menu.
      if (value === '') close();
      if (what === 'theme') switchTheme({ theme: value as (typeof themes)[number] });
      if (what === 'mode') switchTheme({ mode: value as ThemeMode });
      if (what === 'locale') void switchLocale(value as (typeof locales)[number]);
      if (what === 'index' || what === 'password') void navigate(`/admin/personage/${what}`);
      if (what === 'runs') listRuns(true);
      if (what === 'logout') void logout().then(() => location.assign('/open/login'));
    },
  };
}

function Shell() {
  const t = useT();
  const school = useSchoolName();
  const narrow = useNarrow();
  const { pathname } = useLocation();
  const user = useSession((state) => state.user);
  const [isOpen, setIsOpen] = useState(false);
  const isUploading = useUploads((state) => trayUploads(state).length > 0);
  const isTransferring = useTransfer((task) => task.state !== 'idle' || task.end !== null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isSessionOver = useEndedSession((state) => state.is_open);
  const isAdmitted = useAdmitted();
  const userMenu = useUserMenu({ isAdmitted, close: () => setIsMenuOpen(false) });
  useEffect(hostLoginBox, []);
  useEffect(() => setIsOpen(false), [pathname]);
  // Loads the account's language and theme; the first paint used this browser's copy.
  useEffect(() => {
    const first = { language: useWording.getState().locale, theme: useTheme.getState().theme };
    const keeping = import('../../features/auth/admin-account/keep-preferences.ts').then(({ syncPreferences }) =>
      syncPreferences(first),
    );
    return () =>
      void keeping.then(
        (stop) => stop(),
        () => undefined,
      ); // On failure the browser's own preferences stay.
  }, []);
  return (
    <div className="kk-shell">
      <a className="kk-skip" href="#content">
        {t('admin.skip')}
      </a>
      <header className="kk-top">
        {narrow && isAdmitted ? (
          <Button
            type="text"
            icon={<KitIcon name="menu" />}
            aria-label={t('admin.open_menu')}
            onClick={() => setIsOpen(true)}
          />
        ) : null}
        <Link to={startOf(user)} className="kk-brand">
          <Logo size={28} name={school} />
          <span>{school}</span>
          <span className="kk-brand-sub">{t('admin.title')}</span>
        </Link>
        {isAdmitted ? (
          <Suspense>
            <AdminTools />
          </Suspense>
        ) : null}
        <Dropdown
          open={isMenuOpen}
          onOpenChange={(open, { source }) => {
            if (source === 'trigger') setIsMenuOpen(open);
          }}
          menu={userMenu}
          trigger={['click']}
          placement="bottomRight"
        >
          <Button type="text" className="kk-user" aria-label={user?.name ?? ''}>
            <KitIcon name="user" />
            <span>{user?.name ?? ''}</span>
          </Button>
        </Dropdown>
      </header>
      <div className="kk-body">
        {narrow && isOpen ? (
          <Suspense>
            <SideDrawer onClose={() => setIsOpen(false)} title={t('admin.title')}>
              <SideMenu inDrawer />
            </SideDrawer>
          </Suspense>
        ) : null}
        {narrow || !isAdmitted ? null : <SideMenu inDrawer={false} />}
        <main id="content" className="kk-main" tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BulkTools />
      {isSessionOver ? (
        <Suspense>
          <SessionBox />
        </Suspense>
      ) : null}
      {isUploading ? (
        <Suspense>
          <UploadTray />
        </Suspense>
      ) : null}
      {isTransferring ? (
        <Suspense>
          <TransferPanel />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The layout of the back office. */
export function AdminLayout() {
  const shell = useMemo(() => <Shell />, []);
  return (
    <QueryProvider>
      <AntdTheme>
        <NewRowContext value={drawNewRow}>{shell}</NewRowContext>
      </AntdTheme>
    </QueryProvider>
  );
}
