import { ConfigProvider, theme as antdTheme } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import zhTW from 'antd/locale/zh_TW';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useTheme } from '../app/theme.ts';
import { useLocale } from '../app/wording.ts';

const locales = { 'zh-CN': zhCN, 'zh-TW': zhTW, en: enUS };

/** Primary and soft of the six colours; safe in contrast with white text. Dark mode uses the brighter one. */
type Colours = { primary: string; soft: string; bright: string; dim: string };

const blue: Colours = { primary: '#1668dc', soft: '#e6f0ff', bright: '#5a9bff', dim: '#15294b' };
const palette: Record<string, Colours> = {
  blue,
  white: { primary: '#3d4b5c', soft: '#eef1f4', bright: '#a9b8c9', dim: '#29323c' },
  purple: { primary: '#6d3fd6', soft: '#f0eaff', bright: '#a98bff', dim: '#2c2147' },
  green: { primary: '#0b7a43', soft: '#e5f6ec', bright: '#4cc38a', dim: '#12352a' },
  red: { primary: '#c92a2a', soft: '#ffecec', bright: '#ff7b7b', dim: '#431f1f' },
  yellow: { primary: '#8a5300', soft: '#fff3dc', bright: '#e0a94a', dim: '#3a2c12' },
};

/** Widgets of the back office in the chosen colour, mode and language. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const { theme, dark } = useTheme();
  const locale = useLocale();
  const colours = palette[theme.replace('-light', '')] ?? blue;
  useEffect(() => { dayjs.locale(locale === 'en' ? 'en' : 'zh-cn'); }, [locale]);
  const config = useMemo(() => {
    const [primary, soft] = dark ? [colours.bright, colours.dim] : [colours.primary, colours.soft];
    return {
      zeroRuntime: true,
      algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      token: {
        colorPrimary: primary, colorLink: primary, colorInfo: primary, colorPrimaryBg: soft, colorPrimaryBgHover: soft, controlItemBgActive: soft, controlItemBgActiveHover: soft,
        colorSuccess: dark ? '#4cc38a' : '#0b7a43', colorError: dark ? '#ff7b7b' : '#c62828', colorTextPlaceholder: dark ? '#9aa4b2' : '#667085', colorTextDescription: dark ? '#a7b0bd' : '#5b6675',
        ...(dark ? { colorBgContainer: '#1b2129', colorBgElevated: '#232a34', colorBgLayout: '#12161c', colorBorder: '#3b4552', colorBorderSecondary: '#323b47' } : { colorSuccessBg: '#e9f7ef', colorSuccessBorder: '#a9dcbf', colorErrorBg: '#fdeeee', colorErrorBorder: '#f2b8b8', colorWarningBg: '#fff7e6', colorWarningBorder: '#f3d19b' }),
        borderRadius: 8, fontFamily: 'var(--font)',
      },
    };
  }, [dark, colours]);
  return (
    <ConfigProvider theme={config} locale={locales[locale]} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
