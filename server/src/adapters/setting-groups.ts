import type { Field } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import { schoolSettings } from '../core/settings/school-settings.ts';
import type { FieldsIn, SchoolSettings } from '../core/settings/settings.ts';
import { captchaCapability } from './captcha/capability.ts';
import { chatCapability } from './chat/capability.ts';
import { faceCapability } from './face/capability.ts';
import type { Network } from './http-client/vendor-clients.ts';
import { mailCapability } from './mail/capability.ts';
import { mapsCapability } from './maps/capability.ts';
import { moderationCapability } from './moderation/capability.ts';
import { oauthSettings } from './oauth/settings.ts';
import { paySettings } from './pay/settings.ts';
import { capabilityFields, type Capability } from './provider.ts';
import { smsCapability } from './sms/capability.ts';
import { speechCapability } from './speech/capability.ts';
import { storageCapability } from './storage/capability.ts';
import { transcriptionCapability } from './transcription/capability.ts';
import { translationCapability } from './translation/capability.ts';
import { videoCapability } from './video-hosts/capability.ts';
import { wechatSettings } from './wechat/settings.ts';

const { site, cards, agreement, login, storage, face, ai, statistics } = schoolSettings;

/** What outside services may do, by the group that holds their settings. */
export const capabilities = {
  mail: mailCapability,
  sms: smsCapability,
  storage: storageCapability,
  face: faceCapability,
  captcha: captchaCapability,
  maps: mapsCapability,
  video: videoCapability,
  chat: chatCapability,
  speech: speechCapability,
  transcription: transcriptionCapability,
  moderation: moderationCapability,
  translation: translationCapability,
} as const satisfies Readonly<Record<string, Capability>>;

/** Every setting by group, in the order of the page. */
export const settingGroups = {
  site,
  cards,
  agreement,
  login,
  captcha: capabilityFields(captchaCapability),
  storage: { ...capabilityFields(storageCapability), ...storage },
  video: capabilityFields(videoCapability),
  mail: capabilityFields(mailCapability),
  sms: capabilityFields(smsCapability),
  payment: paySettings,
  wechat: wechatSettings,
  other_login: oauthSettings,
  face: { ...capabilityFields(faceCapability), ...face },
  maps: capabilityFields(mapsCapability),
  chat: capabilityFields(chatCapability),
  speech: capabilityFields(speechCapability),
  transcription: capabilityFields(transcriptionCapability),
  moderation: capabilityFields(moderationCapability),
  translation: capabilityFields(translationCapability),
  ai,
  statistics,
};

/** Addresses that browsers or the services themselves call, not the server. */
const calledByOthers: ReadonlySet<string> = new Set([
  'oss_domain',
  's3_public_endpoint',
  'vod_domain',
  'vod_upload_origin',
  'wxpay_notify_url',
  'alipay_notify_url',
  'alipay_return_url',
  'oauth_redirect_base',
  'statistics_url',
]);

function findNetworks(): ReadonlyMap<string, Network> {
  const networks = new Map<string, Network>();
  for (const fields of Object.values(settingGroups))
    for (const [key, one] of Object.entries<Field>(fields))
      if (!calledByOthers.has(key) && rulesOf(one).includes('url')) networks.set(key, 'public');
  for (const { providers, fallback_settings: copies = {} } of Object.values<Capability>(capabilities))
    for (const { settings, network } of providers) {
      const names = Object.keys(settings).flatMap((key) => [key, copies[key] ?? key]);
      for (const name of names) if (network !== undefined && networks.has(name)) networks.set(name, network);
    }
  return networks;
}

/** Settings with an address that the server calls, and the network it may be on. */
export const calledAddresses = findNetworks();

type AdapterSettings = Omit<FieldsIn<typeof settingGroups>, keyof SchoolSettings>;

declare module '../core/settings/settings.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface AllSettings extends AdapterSettings {}
}
