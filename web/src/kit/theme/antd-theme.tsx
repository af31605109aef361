import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useMemo, type ReactNode } from 'react';
import antdLocales from 'virtual:antd-locales';
import { useTheme } from '../../app/theme.ts';
import { useLocale, useT } from '../../app/wording.ts';
import ui from '../../ui/ui.module.css';
import { coloursOf } from '../../ui/theme-colours.ts';
import { fixed } from './antd-colours.ts';

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...args: never[]) => unknown>;

/** The dark algorithm dims every colour it gets; ours were chosen for their contrast and stay as they are. */
const darkAs =
  (primary: string): Algorithm =>
  (seed, map) => ({
    ...antdTheme.darkAlgorithm(seed, map),
    colorPrimary: primary,
    colorInfo: primary,
    colorLink: primary,
    colorSuccess: fixed.dark.success,
    colorError: fixed.dark.error,
  });

/** Users who prefer reduced motion get none. The widgets must know, or they wait for transitions that never start. */
const moves = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function themeOf(theme: string, dark: boolean): ThemeConfig {
  const colours = coloursOf(theme);
  const [primary, soft] = dark ? [colours.bright, colours.dim] : [colours.primary, colours.soft];
  const look = fixed[dark ? 'dark' : 'light'];
  const on = dark ? colours.on : '#ffffff';
  return {
    zeroRuntime: true,
    algorithm: dark ? darkAs(primary) : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: primary,
      colorLink: primary,
      colorInfo: primary,
      colorPrimaryBg: soft,
      colorPrimaryBgHover: soft,
      controlItemBgActive: soft,
      controlItemBgActiveHover: soft,
      colorSuccess: look.success,
      colorError: look.error,
      colorTextPlaceholder: look.placeholder,
      colorTextDescription: look.description,
      colorBgLayout: look.layout,
      colorBorder: look.edge,
      colorBorderSecondary: look.border,
      ...(dark
        ? { colorBgContainer: look.container, colorBgElevated: look.elevated }
        : {
            colorSuccessBg: '#e5f6ec',
            colorSuccessBorder: '#a9dcbf',
            colorErrorBg: '#fdecec',
            colorErrorBorder: '#f2b8b8',
            colorWarningBg: '#fdf1d6',
            colorWarningBorder: '#f3d19b',
          }),
      borderRadius: 8,
      fontFamily: 'var(--font)',
      motion: moves,
    },
    components: {
      Button: { primaryColor: on, dangerColor: look.on_error },
      Menu: { itemSelectedColor: primary, itemSelectedBg: soft },
    },
  };
}

// Dialogs opened by a call are outside the page; without this they would use the widgets' own light colours.
/** The title of a dialog ends before its close button. */
const besideClose = { styles: { header: { paddingInlineEnd: 24 } } };

ConfigProvider.config({ holderRender: (children) => <AntdTheme>{children}</AntdTheme> });

/** Back-office widgets in the selected colour, mode and language. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const { theme, dark } = useTheme();
  const locale = useLocale();
  const t = useT();
  useEffect(() => {
    dayjs.locale(locale.toLowerCase());
  }, [locale]);
  const config = useMemo(() => themeOf(theme, dark), [theme, dark]);
  // The widget's loading icon leaves by a transition that may never start when a response arrives at once: it stayed, invisible, in the button's name.
  const loadingIcon = useMemo(
    () => <span role="img" aria-label={t('kit.working')} className={`${ui['spinner'] ?? ''} ${ui['small'] ?? ''}`} />,
    [t],
  );
  return (
    <ConfigProvider
      theme={config}
      locale={antdLocales[locale]}
      button={{ autoInsertSpace: false, loadingIcon }}
      modal={besideClose}
    >
      {children}
    </ConfigProvider>
  );
}
