import type { Locale } from '@kaike/shared/locales/languages';

/** The challenge of a vendor, with the fields its script takes. */
export type VendorChallenge = {
  type: 'geetest4' | 'geetest3';
  captcha_id?: string | undefined;
  gt?: string | undefined;
  challenge: string;
  success?: 0 | 1 | undefined;
  new_captcha?: boolean | undefined;
};

/** What the vendor's scripts create, as far as it is used here. */
type Widget = {
  onReady: (done: () => void) => Widget;
  onSuccess: (done: () => void) => Widget;
  onError: (done: () => void) => Widget;
  onClose: (done: () => void) => Widget;
  getValidate: () => unknown;
  showCaptcha: () => void;
  verify: () => void;
  destroy?: () => void;
};
type Init = (options: object, created: (widget: Widget) => void) => void;
declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    initGeetest4?: Init;
    initGeetest?: Init;
  }
}

type Version = {
  script: string;
  init: () => Init | undefined;
  options: (challenge: VendorChallenge, locale: Locale) => object;
  show: (widget: Widget) => void;
};

/** Languages by Geetest's own codes; others read English. */
const geetestLanguages: Partial<Record<Locale, string>> = { 'zh-CN': 'zho', 'zh-TW': 'zho-tw' };

const versions: Record<VendorChallenge['type'], Version> = {
  geetest4: {
    script: 'https://static.geetest.com/v4/gt4.js',
    init: () => window.initGeetest4,
    options: ({ captcha_id }, locale) => ({
      captchaId: captcha_id,
      product: 'bind',
      language: geetestLanguages[locale] ?? 'eng',
      protocol: 'https://',
    }),
    show: (widget) => widget.showCaptcha(),
  },
  geetest3: {
    script: 'https://static.geetest.com/static/js/gt.0.4.9.js',
    init: () => window.initGeetest,
    options: ({ gt, challenge, success, new_captcha }, locale) => ({
      gt,
      challenge,
      offline: success === 0,
      new_captcha,
      product: 'bind',
      lang: locale.toLowerCase(),
      https: true,
    }),
    show: (widget) => widget.verify(),
  },
};

const patienceMs = 8000;
const pauseMs = 60_000;
let awayUntil = 0;

/** Whether the vendor's script recently did not work in this browser, so that nobody waits for it again at once. */
export const isVendorAway = (): boolean => Date.now() < awayUntil;

async function loadInit({ script, init }: Version): Promise<Init> {
  const loaded = init();
  if (loaded) return loaded;
  const tag = document.createElement('script');
  tag.src = script;
  await new Promise((resolve, reject) => {
    tag.addEventListener('load', resolve);
    tag.addEventListener('error', () => reject(new Error('the script did not come')));
    document.head.append(tag);
  }).finally(() => tag.remove());
  const arrived = init();
  if (!arrived) throw new Error('no function came');
  return arrived;
}

export type VendorRun = { result: Promise<unknown>; stop: () => void };

/**
 * Lets the vendor's script show the challenge. `result` is what the server verifies, null when the person closed it; it
 * rejects when the script does not come or fails. `onShown` is called once it takes over the screen.
 */
export function runVendor(
  challenge: VendorChallenge,
  { locale, onShown }: { locale: Locale; onShown: () => void },
): VendorRun {
  const version = versions[challenge.type];
  let widget: Widget | null = null;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const result = new Promise<unknown>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the vendor took too long')), patienceMs);
    const create = (init: Init): void =>
      init(version.options(challenge, locale), (created) => {
        if (isStopped) return created.destroy?.();
        widget = created;
        return void created
          .onReady(() => {
            clearTimeout(timer);
            onShown();
            version.show(created);
          })
          .onSuccess(() => resolve(created.getValidate()))
          .onClose(() => resolve(null))
          .onError(() => reject(new Error('the vendor failed')));
      });
    loadInit(version).then(create).catch(reject);
  }).catch((error: unknown) => {
    awayUntil = Date.now() + pauseMs;
    throw error;
  });
  return {
    result,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      widget?.destroy?.();
    },
  };
}
