import { field } from '@kaike/shared/kit/field';
import { callAdapter, idIn } from '../../plugin-adapters.ts';
import { defineProvider } from '../../provider.ts';
import { sameTemplate, type SmsVendor, type SmsVendorDeps } from '../vendor.ts';

const timeoutMs = 5000;

/** A plugin of the school's that sends text messages. */
export const pluginSms = defineProvider({
  name: 'plugin',
  settings: { sms_plugin: field.text({ rules: 'required|max:30' }) },
  create: ({ sms_plugin: plugin }, deps: SmsVendorDeps): SmsVendor => ({
    name: 'plugin',
    templates: sameTemplate('text'),
    send: async ({ message: { to, purpose, params, text } }) => {
      const input = { to, purpose, params, text };
      return { id: idIn(await callAdapter(deps, { plugin, service: 'sms', input, timeout_ms: timeoutMs })) };
    },
  }),
});
