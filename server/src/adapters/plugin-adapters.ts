import type { AdapterService } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { AdapterError } from '../core/adapter-error.ts';

/** One call of the adapter that a plugin brings for a service. */
export type PluginCall = { plugin: string; service: AdapterService; input: unknown; timeout_ms: number };

/** Calls the adapter of a plugin; rejects with an AdapterError. What it answers was written by anybody. */
export type CallPlugin = (call: PluginCall) => Promise<unknown>;

/** What providers by plugins receive. Tests without plugins leave it out. */
export type PluginDeps = { callPlugin?: CallPlugin | undefined };

/** The settings that hold the plugin chosen for a service. */
export const pluginSettings: Readonly<Record<string, AdapterService>> = {
  sms_plugin: 'sms',
  moderation_plugin: 'moderation',
  translation_plugin: 'translation',
};

type Answer = Readonly<Record<string, unknown>>;

/** The answer of an adapter, which is an object with texts. */
export async function callAdapter({ callPlugin }: PluginDeps, call: PluginCall): Promise<Answer> {
  if (!callPlugin) throw new AdapterError('not_supported', { reason: 'no_plugins' });
  const answer = await callPlugin(call);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new AdapterError('bad_response', { reason: 'no_object' });
  return { ...answer };
}

/** A text of an answer; without one the answer cannot be read. */
export function textIn(answer: Answer, key: string, most: number): string {
  const text = answer[key];
  if (typeof text !== 'string' || text === '' || text.length > most)
    throw new AdapterError('bad_response', { reason: `no_${key}` });
  return text;
}

const longestId = 100;

/** The id of the call, by which the service knows it. */
export const idIn = (answer: Answer): string => textIn(answer, 'id', longestId);
