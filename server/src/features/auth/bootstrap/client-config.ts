import type { ClientConfig } from '@kaike/shared/contracts/auth/start';
import {
  defaultApiUrl,
  defaultTheme,
  defaultWebUrl,
  importChunkRows,
  sessionLifetimeMinutes,
  themes,
} from '@kaike/shared/domain/constants';
import { defaultLocale, locales } from '@kaike/shared/locales/languages';
import type { MapAccount } from '../../../adapters/maps/port.ts';
import { cookies } from '../../../http/cookies.ts';
import type { Call } from '../../../core/call.ts';
import type { Context } from '../../../core/context.ts';
import type { SettingStore } from '../../../core/settings/settings.ts';
import { mayCount } from '../../../http/pages/statistics.ts';
import { codeChannels, registerChannels } from '../login/public.ts';
import { loadClosedPages } from '../../office/menus/public.ts';

type Saved = Awaited<ReturnType<SettingStore['all']>>;

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
const textOf = (saved: Saved, key: string): string => {
  const value = saved.get(key);
  return typeof value === 'string' ? value : '';
};

/** Keys of third-party services that the browser needs; no other settings are read here. */
function outsideServices(
  saved: Saved,
  maps: MapAccount | null,
): Pick<ClientConfig, 'tinymce_key' | 'amap_config' | 'google_config' | 'wechat_appid' | 'def_avatar' | 'support'> {
  return {
    tinymce_key: textOf(saved, 'tinymce_key'),
    // The security code of Amap stays on the server, which proxies the browser's requests.
    amap_config: maps?.provider === 'amap' ? { key: maps.key } : null,
    google_config: maps?.provider === 'google' ? { key: maps.key, map_id: maps.map_id } : null,
    wechat_appid: textOf(saved, 'wechat_appid'),
    def_avatar: textOf(saved, 'def_avatar'),
    support: {
      phone: textOf(saved, 'support_phone'),
      hours: textOf(saved, 'support_hours'),
      qr: textOf(saved, 'support_qr'),
      address: textOf(saved, 'school_address'),
      map_point: textOf(saved, 'school_map_point'),
    },
  };
}

async function readSends(ctx: Context): Promise<ClientConfig['sends']> {
  const [login, register, reset, updateMobile, bind, verify] = await Promise.all([
    codeChannels(ctx, 'login'),
    registerChannels(ctx),
    codeChannels(ctx, 'reset'),
    codeChannels(ctx, 'update_mobile'),
    codeChannels(ctx, 'bind'),
    codeChannels(ctx, 'verify'),
  ]);
  return { login, register, reset, update_mobile: updateMobile, bind, verify };
}

/** Public configuration for every page, from an allow-list of settings; values that are not web addresses are left out. */
export async function loadClientConfig({
  ctx,
  locale,
  ...call
}: Pick<Call, 'ctx' | 'locale' | 'hostname' | 'cookies'>): Promise<ClientConfig> {
  const { config, settings } = ctx;
  const saved = await settings.all();
  const [name, theme, pageGray, statistics, redirects, importRows] = await Promise.all([
    settings.get('school_name'),
    settings.get('theme'),
    settings.get('page_gray'),
    settings.get('statistics_url'),
    settings.get('automation_redirects'),
    settings.get('import_per_page'),
  ]);
  return {
    name,
    api_url: defaultApiUrl,
    web_url: defaultWebUrl,
    app_url: config.public_url ?? '',
    use_url: defaultWebUrl,
    api_url_model: 'web',
    domain: config.public_url === null ? call.hostname : new URL(config.public_url).hostname,
    lifetime: sessionLifetimeMinutes,
    verify: await ctx.adapters.captcha.type(),
    debug: config.env === 'local',
    env: config.env,
    client_id: call.cookies[cookies.client_id] ?? '',
    language: locale,
    default_language: defaultLocale,
    locales: [...locales],
    theme: themes.find((candidate) => candidate === theme) ?? defaultTheme,
    page_gray: pageGray === 1 ? 1 : 0,
    statistics_url: config.env === 'production' && mayCount(statistics, config) ? statistics : '',
    icp_number: textOf(saved, 'icp_number'),
    police_number: textOf(saved, 'police_number'),
    ai_model_filing: textOf(saved, 'ai_model_filing'),
    ai_algorithm_filing: textOf(saved, 'ai_algorithm_filing'),
    closed_pages: [...(await loadClosedPages(ctx))],
    automation_redirects: Array.isArray(redirects) ? redirects.filter(isWebAddress) : [],
    import_per_page: Number.isInteger(importRows) && importRows > 0 ? Math.min(importRows, 1000) : importChunkRows,
    sends: await readSends(ctx),
    can_pay: await ctx.adapters.pay.isReady(),
    ...outsideServices(saved, (await ctx.adapters.maps.provider())?.account ?? null),
  };
}
