import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { maskEmail, maskMobile } from '@kaike/shared/domain/people/mask';
import type { VendorChannel } from '../../../adapters/pay/port.ts';
import { selectedNames, type Capability } from '../../../adapters/provider.ts';
import { capabilities } from '../../../adapters/setting-groups.ts';
import { AdapterError } from '../../../core/adapter-error.ts';
import { AppError } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import type { Context } from '../../../core/context.ts';
import { findPlayable } from '../../catalog/media/public.ts';
import { findMissingKey } from '../../commerce/orders/public.ts';

/** What a trial that did not fail left. */
export type SettingTest = {
  /** The vendor's id of it; empty when it has none. */
  id: string;
  /** Wording of what it did not prove. */
  note?: string;
  /** It proved nothing: a person tries the service on the page at this address. */
  by_person?: { url: string };
};

/** What is tested, as shown in the result, and the trial itself. */
type Prepared = { subject: string; run: () => Promise<SettingTest> };

/** A trial of an outside service with the saved settings, which reaches nobody but the actor. */
export type GroupTest = {
  /** Whether the service can do its work with the saved settings. */
  isReady: (ctx: Context) => Promise<boolean>;
  /** What the words of its last failure name, where failures are noted; null when its last work did not fail. */
  readFailure?: (ctx: Context) => Promise<Readonly<Record<string, string>> | null>;
  /** The settings that are empty or unreadable and without which there is nothing to try. */
  missing?: (ctx: Context) => Promise<readonly string[]>;
  /** `second`: tried after the first one passed, where the settings name somebody who takes over. */
  prepare: (call: AdminCall) => Promise<Prepared & { second?: Prepared }>;
  /** The wording of the result without a provider, when nothing leaves this machine. */
  local_result: string | null;
  /** Reasons of a failure with words of their own. */
  reasons: readonly string[];
  /** Whether other refusals have words of their own. */
  has_refusal?: boolean;
};

const exampleCode = '000000';
const connectionReasons = ['unreadable', 'timeout', 'network'] as const;

async function readReceiver(call: AdminCall, column: 'email' | 'mobile_phone', group: 'mail' | 'sms'): Promise<string> {
  const person = await call.ctx.db
    .selectFrom('users')
    .select(column)
    .where('id', '=', call.actor.user_id)
    .executeTakeFirst();
  const to = person?.[column];
  if (!to)
    throw new AppError('config.no_receiver', { params: { what: call.t(`resources.configs.test.${group}.address`) } });
  return to;
}

const mail: GroupTest = {
  local_result: 'kept',
  reasons: [],
  isReady: ({ adapters }) => adapters.mail.is_set_up(),
  readFailure: async ({ adapters }) => ((await adapters.mail.is_failing()) ? {} : null),
  async prepare(call) {
    const to = await readReceiver(call, 'email', 'mail');
    const school = await call.ctx.settings.get('school_name');
    const [subject, text] = ['subject', 'text'].map((key) => call.t(`resources.configs.test.${key}`, { school }));
    return {
      subject: maskEmail(to),
      run: () => call.ctx.adapters.mail.send({ to, subject: subject ?? '', text: text ?? '' }),
    };
  },
};

const sms: GroupTest = {
  local_result: 'kept',
  reasons: [],
  isReady: ({ adapters }) => adapters.sms.is_set_up(),
  readFailure: async ({ adapters }) => ((await adapters.sms.is_failing()) ? {} : null),
  async prepare(call) {
    const to = await readReceiver(call, 'mobile_phone', 'sms');
    const text = call.t('resources.configs.test.text', { school: await call.ctx.settings.get('school_name') });
    const params = { code: exampleCode, minutes: '5' };
    return {
      subject: maskMobile(to),
      run: () => call.ctx.adapters.sms.send({ to, purpose: 'verify', params, text }),
    };
  },
};

/** Writes a small file where new files go, reads it back and removes it. */
async function tryStorage({ adapters: { storage } }: Context): Promise<{ id: string }> {
  const bytes = randomBytes(64);
  const { key } = await storage.store('txt', bytes);
  const isSame = bytes.equals(await buffer(await storage.read(key)));
  await storage.remove(key);
  if (!isSame) throw new AdapterError('bad_response', { reason: 'not_the_file' });
  return { id: '' };
}

const storage: GroupTest = {
  local_result: null,
  reasons: [
    'wrong_key',
    'access_denied',
    'clock_skewed',
    'expired_credential',
    'no_such_bucket',
    'account',
    'not_the_file',
    'disk_full',
  ],
  isReady: ({ adapters }) => adapters.storage.isSetUp(),
  async prepare({ ctx, t }) {
    const driver = await ctx.settings.get('storage_driver');
    return { subject: t(`resources.configs.choices.storage_driver.${driver}`), run: () => tryStorage(ctx) };
  },
};

/** Queries a check that does not exist, which costs nothing: the provider accepts the account or says why not. */
const face: GroupTest = {
  local_result: null,
  reasons: ['not_a_key'],
  isReady: async ({ adapters }) => ((await adapters.face.provider())?.name ?? 'local') !== 'local',
  async prepare({ ctx, t }) {
    const provider = await ctx.adapters.face.provider();
    return {
      subject: t(`resources.configs.choices.face_driver.${provider?.name ?? 'local'}`),
      run: async () => {
        const identity = { real_name: '', id_card: '' };
        await provider?.result({ vendor_id: randomBytes(16).toString('hex'), identity });
        return { id: '' };
      },
    };
  },
};

const captcha: GroupTest = {
  local_result: 'captcha.local',
  reasons: ['no_challenge', 'bypass'],
  isReady: ({ adapters }) => adapters.captcha.isSetUp(),
  async prepare({ ctx, t }) {
    const driver = await ctx.settings.get('captcha_driver');
    return {
      subject: t(`resources.configs.choices.captcha_driver.${driver}`),
      run: () => ctx.adapters.captcha.test().then(() => ({ id: '' })),
    };
  },
};

const video: GroupTest = {
  local_result: 'packaged_here',
  reasons: [
    'wrong_key',
    'access_denied',
    'clock_skewed',
    'wrong_play_key',
    'play_key_missing',
    'domain_refused',
    'wrong_domain',
  ],
  isReady: ({ adapters }) =>
    adapters.hosts.chosen().then(
      () => true,
      () => false,
    ),
  async prepare({ ctx, t }) {
    const driver = await ctx.settings.get('video_driver');
    return {
      subject: t(`resources.configs.choices.video_driver.${driver}`),
      async run() {
        const host = await ctx.adapters.hosts.chosen();
        if (!host) return { id: '' };
        const videoId = await findPlayable(ctx, host.name);
        const video = videoId === null ? null : { video_id: videoId, page_origin: ctx.config.public_url };
        return (await host.probe(video)) ? { id: '' } : { id: '', note: 'no_video' };
      },
    };
  },
};

/** Asks for the account's token, which stays the one that all servers share; the reasons are WeChat's own codes. */
const wechat: GroupTest = {
  local_result: null,
  reasons: ['incomplete', '40013', '40125', '40164', '45009'],
  isReady: ({ adapters }) => adapters.messenger.isSetUp(),
  prepare: async ({ ctx, t }) => ({
    subject: t('resources.configs.test.wechat.account'),
    run: () => ctx.adapters.messenger.test().then(() => ({ id: '' })),
  }),
};

type AiService = 'chat' | 'speech' | 'transcription' | 'moderation' | 'translation';

/** The vendors of a service of the AI teacher, each by the smallest request it takes; without one nothing leaves this machine. */
const ai = (service: AiService, { local_result, reasons }: Pick<GroupTest, 'local_result' | 'reasons'>): GroupTest => ({
  local_result,
  reasons: [...reasons, 'timeout', 'incomplete'],
  isReady: ({ adapters }) => adapters[service].isSetUp(),
  async prepare({ ctx, t }) {
    const capability: Capability = capabilities[service];
    const [first = 'local', second] = await selectedNames(capability, ctx.settings);
    const trialOf = (place: number, vendor: string): Prepared => ({
      subject: t(`resources.configs.choices.${service}_driver.${vendor}`),
      run: () => ctx.adapters[service].test(place),
    });
    return { ...trialOf(0, first), ...(second === undefined ? {} : { second: trialOf(1, second) }) };
  },
});

const chat = ai('chat', { local_result: 'scripted', reasons: ['https_only', 'link_local', 'no_stream'] });
/** A few words, spoken and thrown away. */
const speech = ai('speech', {
  local_result: 'browser_voice',
  reasons: ['https_only', 'link_local', 'no_sound', 'clock_skewed', 'unknown_voice'],
});
/** A second of a tone, whatever is heard in it. */
const transcription = ai('transcription', {
  local_result: 'not_heard',
  reasons: ['https_only', 'link_local', 'no_text'],
});
/** A harmless sentence, whatever is found in it. */
const moderation = ai('moderation', {
  local_result: 'word_lists',
  reasons: ['https_only', 'link_local', 'no_verdict', 'clock_skewed'],
});
const translation = ai('translation', { local_result: 'chat_translates', reasons: ['no_text', 'clock_skewed'] });

/** The settings a channel cannot do without, first the one by which an account begins. */
const payment = (channel: VendorChannel, first: string): GroupTest => {
  const readMissing = async ({ adapters }: Context): Promise<readonly string[]> =>
    (await adapters.pay.setups()).find((setup) => setup.channel === channel)?.missing ?? [];
  return {
    local_result: null,
    reasons: ['signed_wrong', 'no_account', 'no_permission', 'clock_skewed', 'signature', ...connectionReasons],
    has_refusal: true,
    missing: readMissing,
    isReady: (ctx) => readMissing(ctx).then((missing) => missing.length === 0 || missing.includes(first)),
    prepare: async ({ ctx, t }) => ({
      subject: t(`resources.configs.test.payment.${channel}.account`),
      run: async () => ({ id: '', note: await ctx.adapters.pay.test(channel) }),
    }),
  };
};

/** Amap checks its key and security code here; the key of Google Maps is for browsers alone. */
const maps: GroupTest = {
  local_result: 'no_map',
  reasons: [
    'no_key',
    'no_calls_left',
    'other_domain',
    'wants_signature',
    'security_code',
    'other_platform',
    ...connectionReasons,
  ],
  has_refusal: true,
  isReady: async ({ settings, adapters }) =>
    (await settings.get('maps_driver')) === 'local' || (await adapters.maps.provider()) !== null,
  async prepare({ ctx, t }) {
    const driver = await ctx.settings.get('maps_driver');
    return {
      subject: t(`resources.configs.choices.maps_driver.${driver}`),
      async run() {
        const provider = await ctx.adapters.maps.provider();
        if (provider && !provider.test)
          return { id: '', note: 'in_browser', by_person: { url: '/admin/configs?group=site' } };
        await provider?.test?.();
        return { id: '' };
      },
    };
  },
};

const loginKeys = {
  weixinweb: ['weixinweb_appid', 'weixinweb_secret'],
  qq: ['oauth_qq_id', 'oauth_qq_secret'],
  weibo: ['oauth_weibo_id', 'oauth_weibo_secret'],
  alipay: ['oauth_alipay_id', 'oauth_alipay_secret', 'alipay_public_key'],
  github: ['oauth_github_id', 'oauth_github_secret'],
  google: ['oauth_google_id', 'oauth_google_secret'],
} as const;
const loginNames = ['weixinweb', 'qq', 'weibo', 'alipay', 'github', 'google'] as const;
type LoginName = (typeof loginNames)[number];

/** The services whose id or secret is entered, with their settings that are empty or, all being there, unreadable. */
async function readLogins({ settings, adapters }: Context): Promise<{ name: LoginName; missing: readonly string[] }[]> {
  const logins = await Promise.all(
    loginNames.map(async (name) => {
      const values = await Promise.all(loginKeys[name].map((key) => settings.get(key)));
      const empty = loginKeys[name].filter((_, index) => values[index] === '');
      if (values[0] === '' && values[1] === '') return [];
      const isWhole = (await adapters.identity.find(name)) !== null;
      return [{ name, missing: isWhole ? [] : empty.length > 0 ? empty : loginKeys[name].slice(1) }];
    }),
  );
  return logins.flat();
}

const readMissingLogins = async (ctx: Context): Promise<readonly string[]> => [
  ...new Set((await readLogins(ctx)).flatMap(({ missing }) => missing)),
];

/** These services check an application only while somebody signs in, so the person who tests them does. */
const otherLogin: GroupTest = {
  local_result: null,
  reasons: ['incomplete'],
  isReady: (ctx) => readMissingLogins(ctx).then((missing) => missing.length === 0),
  missing: readMissingLogins,
  async prepare({ ctx, t }) {
    const names = (await readLogins(ctx)).map(({ name }) => t(`third_party.types.${name}`));
    return {
      subject: names.join(t('common.list_separator')),
      async run() {
        if (names.length === 0) throw new AdapterError('config_invalid', { reason: 'incomplete' });
        return { id: '', note: 'by_person', by_person: { url: '/home/personage/ousers' } };
      },
    };
  },
};

/** The tests by group of settings, or by group and part where a group has several. */
export const groupTests: Readonly<Record<string, GroupTest>> = {
  mail,
  sms,
  wechat,
  storage,
  face,
  captcha,
  video,
  chat,
  speech,
  transcription,
  moderation,
  translation,
  'payment.wechat': {
    ...payment('wechat', 'wxpay_mchid'),
    async readFailure(ctx) {
      const serial = await findMissingKey(ctx);
      return serial === null ? null : { serial };
    },
  },
  'payment.alipay': payment('alipay', 'alipay_appid'),
  maps,
  other_login: otherLogin,
};
