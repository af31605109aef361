import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { showsCodes, type Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import type { Secrets } from '../core/secrets.ts';
import type { SettingStore } from '../core/settings/settings.ts';
import { captchaCapability } from './captcha/capability.ts';
import { createChosenCaptcha } from './captcha/choose-captcha.ts';
import type { Captcha } from './captcha/port.ts';
import { createChat } from './chat/create-chat.ts';
import type { ChatProvider, ChatService } from './chat/port.ts';
import { mailCapability } from './mail/capability.ts';
import { createChosenMail } from './mail/choose-mail.ts';
import { faceCapability } from './face/capability.ts';
import { createChosenFace } from './face/choose-face.ts';
import type { FaceMatcher } from './face/port.ts';
import { createLocalMail } from './mail/local.ts';
import { saveCalls } from './http-client/save-calls.ts';
import { createDeliveryNotes } from './http-client/delivery-notes.ts';
import {
  createVendorClients,
  type Network,
  type VendorFetch,
  type VendorClients,
} from './http-client/vendor-clients.ts';
import type { SmtpConfig } from './mail/smtp.ts';
import type { Mailer } from './mail/port.ts';
import { mapsCapability } from './maps/capability.ts';
import type { MapService } from './maps/port.ts';
import { createOutbox } from './outbox.ts';
import { createOutgoing, type OutgoingDeps } from './outgoing.ts';
import { ownNetworkFetch, publicFetch } from './public-fetch.ts';
import type { CallPlugin } from './plugin-adapters.ts';
import { selectedProviders } from './provider.ts';
import { createModeration } from './moderation/create-moderation.ts';
import type { ModerationService } from './moderation/port.ts';
import type { IdentityProviders } from './oauth/port.ts';
import { createIdentityProviders } from './oauth/providers.ts';
import { createPayChannels } from './pay/channels.ts';
import type { PayChannels } from './pay/port.ts';
import { smsCapability } from './sms/capability.ts';
import { createChosenSms } from './sms/choose-sms.ts';
import { createLocalSms } from './sms/local.ts';
import { createSmsRecorder } from './sms/record-sms.ts';
import type { SmsSender } from './sms/port.ts';
import { createSounds } from './sounds/create-sounds.ts';
import type { SoundCheck } from './sounds/port.ts';
import { createSpeech } from './speech/create-speech.ts';
import type { SpeechService } from './speech/port.ts';
import { createProviders } from './storage/choose-providers.ts';
import { createStorage } from './storage/create-storage.ts';
import { createLocalStorage } from './storage/local/local.ts';
import type { Storage } from './storage/port.ts';
import { createTranscription } from './transcription/create-transcription.ts';
import type { Transcription } from './transcription/port.ts';
import { createTranslation } from './translation/create-translation.ts';
import type { TranslationService } from './translation/port.ts';
import { createMessenger } from './wechat/messenger.ts';
import type { Messenger } from './wechat/port.ts';
import { createVideoHosts } from './video-hosts/choose-hosts.ts';
import { createHostMemory } from './video-hosts/host-deps.ts';
import type { VideoHosts } from './video-hosts/port.ts';
import { createLocalVideo } from './video/local.ts';
import type { VideoProvider } from './video/port.ts';

/** One provider per capability. */
export type Adapters = {
  captcha: Captcha;
  chat: ChatService;
  speech: SpeechService;
  transcription: Transcription;
  sounds: SoundCheck;
  moderation: ModerationService;
  translation: TranslationService;
  sms: SmsSender;
  mail: Mailer;
  storage: Storage;
  video: VideoProvider;
  hosts: VideoHosts;
  pay: PayChannels;
  face: FaceMatcher;
  maps: MapService;
  identity: IdentityProviders;
  messenger: Messenger;
  /** Calls to webhooks. */
  outgoing: OutgoingDeps;
  /** What calls to vendors are counted by. */
  clients: VendorClients;
};

declare module '../core/context.ts' {
  interface Context {
    adapters: Adapters;
  }
}

/** How each kind of vendor is called. */
export type Reach = Readonly<Record<Network, VendorFetch>>;

/** Where nobody but the developer uses the server, a vendor may be a fake on this machine. */
export const reachOf = (config: Config): Reach =>
  showsCodes(config) ? { public: fetch, own: fetch } : { public: publicFetch, own: ownNetworkFetch };

type AdapterDeps = {
  config: Config;
  reach: Reach;
  db: Db;
  secrets: Secrets;
  settings: SettingStore;
  clock: () => Date;
  log: Logger;
  /** Talks without a service: the scripted scenes, which are a feature. */
  chat: ChatProvider;
  callPlugin: CallPlugin;
};

function warnWithoutSmsSender({ config, log }: AdapterDeps): void {
  if (!showsCodes(config)) log.warn('no SMS sender is configured: features that need one are not offered');
}

/** The mail server of the settings; a sender without a name gets the school's. */
async function readMailServers(settings: SettingStore, clients: VendorClients): Promise<readonly SmtpConfig[] | null> {
  const servers = await selectedProviders(mailCapability, { settings, deps: {}, clients });
  const school = (await settings.get('school_name')).replaceAll(/["<>\\\r\n]/g, ' ').trim();
  return (
    servers?.map((server) => ({
      ...server,
      from: server.from.includes('<') || school === '' ? server.from : `"${school}" <${server.from}>`,
    })) ?? null
  );
}

/** Picks the provider of every capability. */
export function createAdapters(deps: AdapterDeps): Adapters {
  const { config, reach, db, secrets, settings, clock, log, callPlugin } = deps;
  warnWithoutSmsSender(deps);
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  const nonce = (): string => randomUUID();
  const clients = createVendorClients({ clock, send: reach, log, save: (calls) => saveCalls(db, calls) });
  const local = createLocalStorage(
    {
      root: join(config.data_dir, 'uploads'),
      public_path: '/uploads/media',
      bucket: 'kaike',
      access_key: 'kaike',
      secret_key: secrets.key('storage').toString('base64url'),
    },
    { clock, random, log },
  );
  const outbox = { save: createOutbox(db, clock), is_shown: showsCodes(config), log };
  const hosts = createVideoHosts({ settings, deps: { clock, nonce, memory: createHostMemory(clock) }, clients });
  return {
    clients,
    outgoing: createOutgoing(showsCodes(config)),
    chat: createChat({ script: deps.chat, db, settings, clients, clock, log }),
    speech: createSpeech({ db, settings, clients, clock, nonce, log }),
    sounds: createSounds(),
    transcription: createTranscription({ db, settings, clients, clock, log }),
    moderation: createModeration({ db, settings, clients, clock, nonce, callPlugin, log }),
    translation: createTranslation({ db, settings, clients, clock, nonce, callPlugin, log }),
    captcha: createChosenCaptcha({
      readVendors: () => selectedProviders(captchaCapability, { settings, deps: { clock, random }, clients }),
      clock,
      random,
      log,
    }),
    sms: createChosenSms({
      local: createLocalSms(outbox),
      readVendors: () => selectedProviders(smsCapability, { settings, deps: { clock, nonce, callPlugin }, clients }),
      record: createSmsRecorder({ db, settings, clock }),
      notes: createDeliveryNotes({ db, clock }, 'sms'),
      readAccount: async () =>
        JSON.stringify([...(await settings.all())].filter(([key]) => settings.catalog.groupOf(key) === 'sms')),
      clock,
      log,
    }),
    mail: createChosenMail({
      local: createLocalMail(outbox),
      readServers: () => readMailServers(settings, clients),
      notes: createDeliveryNotes({ db, clock }, 'mail'),
      clock,
      log,
    }),
    storage: createStorage({
      db,
      clock,
      random,
      local,
      providers: createProviders({ settings, local, deps: { clock }, clients }),
      hosts,
    }),
    video: createLocalVideo({}, { log }),
    hosts,
    pay: createPayChannels({ config, db, secrets, settings, clock, fetch: reach.public }),
    identity: createIdentityProviders({ config, db, settings, clock, fetch: reach.public }),
    messenger: createMessenger({
      db,
      secrets,
      settings,
      clock,
      fetch: clients.clientFor('wechat', 'official_account'),
    }),
    maps: {
      provider: async () => (await selectedProviders(mapsCapability, { settings, deps: {}, clients }))?.[0] ?? null,
    },
    face: createChosenFace({
      env: config.env,
      readProviders: () => selectedProviders(faceCapability, { settings, deps: { clock, nonce }, clients }),
    }),
  };
}
