import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { pendingOf, watchRequests } from './open-page.ts';
import { ownServer } from './server.ts';

/** Chromium without windows of its own: the same engine, which opens a page in less than half of the processor time. */
const windowless = '/usr/bin/chromium-headless-shell';
const executable = process.env['CHROMIUM'] ?? (existsSync(windowless) ? windowless : '/usr/bin/chromium');
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // Pages live for seconds: what optimising their scripts would save, it costs several times over.
  '--js-flags=--no-turbofan --no-maglev',
];

const takesPictures = Boolean(process.env['E2E_PICTURES']);

export const phone = { width: 375, height: 812 };
export const desktop = { width: 1440, height: 900 };
export const wide = { width: 1920, height: 1080 };

/** A microphone that beeps, and a person who allows it. */
const fakeMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

const launch = (args: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: executable, headless: true, args: [...args] });

/** The worker's browser: starting one takes as long as opening two pages. It ends with the worker. */
let lasting: Browser | null = null;
/** The browser of the current test file. */
let browser: Browser | null = null;

/** The one browser of a test file; `hasMicrophone` counts when it is opened. */
export async function openBrowser({ hasMicrophone = false } = {}): Promise<Browser> {
  if (browser) return browser;
  if (hasMicrophone) browser = await launch([...flags, ...fakeMicrophone]);
  else browser = lasting = lasting?.isConnected() ? lasting : await launch(flags);
  return browser;
}

/** Closes everything that a test file opened. */
export async function closeBrowser(): Promise<void> {
  if (browser === lasting) await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  else await browser?.close();
  browser = null;
}

/** Address, pending requests, text and screenshot of each open page, for failed tests. */
export async function describePages(name: string): Promise<string[]> {
  const pages = (browser?.contexts() ?? []).flatMap((context) => context.pages());
  return Promise.all(
    pages.map(async (page, index) => {
      await savePicture(page, `failed-${name}-${index + 1}`);
      const text = await page.locator('body').innerText({ timeout: 5000 });
      return [page.url(), ...pendingOf(page), text].join('\n');
    }),
  );
}

type Look = {
  size?: { width: number; height: number };
  language?: 'zh-CN' | 'en';
  dark?: boolean;
  userAgent?: string;
  /** Off by default: tests cannot intercept what it fetches. */ offlineShell?: boolean;
  /** On the server's own machine, where its local stand-ins are available. */ isLocal?: boolean;
  /** With animations; off by default, as a click may miss a moving element. */ moves?: boolean;
};

export type Visitor = { context: BrowserContext; page: Page; problems: string[] };

let visitors = 0;

/** The token of the link that the console of this file's server shows, by which its stand-ins open. */
function consoleToken(): string {
  const { environment } = ownServer();
  const link = execFileSync(process.execPath, ['dist/server/kaike.mjs', 'outbox'], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return /token=([\w-]+)/.exec(link)?.[1] ?? '';
}

/** A unique address, so that the server's limits by address count each person separately. */
function ownAddress(): string {
  visitors += 1;
  return `10.${process.pid % 250}.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`;
}

/** A person with their own browser profile. Console errors are collected in `problems`. */
export async function newVisitor({
  size = desktop,
  language = 'zh-CN',
  dark = false,
  userAgent,
  offlineShell = false,
  isLocal = false,
  moves = false,
}: Look = {}): Promise<Visitor> {
  const { url } = ownServer();
  const context = await (
    await openBrowser()
  ).newContext({
    baseURL: url,
    viewport: size,
    locale: language,
    timezoneId: 'Asia/Shanghai',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: moves ? 'no-preference' : 'reduce',
    acceptDownloads: true,
    ...(isLocal ? {} : { extraHTTPHeaders: { 'X-Forwarded-For': ownAddress() } }),
    ...(userAgent ? { userAgent } : {}),
    serviceWorkers: offlineShell ? 'allow' : 'block',
    isMobile: size.width < 600,
    hasTouch: size.width < 600,
    deviceScaleFactor: takesPictures && size.width < 600 ? 2 : 1,
  });
  const mark = isLocal ? [{ name: 'kaike_console', value: consoleToken(), url, httpOnly: true }] : [];
  await context.addCookies([{ name: 'Language', value: language, url }, ...mark]);
  // A busy machine is slow; what never happens still fails.
  context.setDefaultTimeout(300_000);
  const page = await context.newPage();
  watchRequests(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // Refused requests are covered by the tests' own assertions.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  return { context, page, problems };
}

async function savePicture(page: Page, name: string): Promise<void> {
  const folder = new URL('../output/', import.meta.url).pathname;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}

/** Saves a screenshot under e2e/output for review, with E2E_PICTURES: a hundred of them take as long as fifty pages. */
export async function picture(page: Page, name: string): Promise<void> {
  if (takesPictures) await savePicture(page, name);
}
