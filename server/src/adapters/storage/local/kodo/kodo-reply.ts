import type { AdapterError } from '../../../../core/adapter-error.ts';
import type { PutPolicy, StoredFile } from '../local-port.ts';

const VARIABLE = /"\$\(([\w:.-]+)\)"|\$\(([\w:.-]+)\)/g;

/** The response body a policy defines: its filled template, else hash and key. */
export function makeReply(policy: PutPolicy, file: StoredFile, customVars: Record<string, string> = {}): unknown {
  if (policy.returnBody === undefined || policy.returnBody === '') return { hash: file.hash, key: file.key };
  const values = variablesOf(policy, file, customVars);
  const text = policy.returnBody.replaceAll(VARIABLE, (_match, quoted?: string, bare?: string) => {
    const value = values.get(quoted ?? bare ?? '') ?? null;
    return JSON.stringify(quoted === undefined ? value : String(value ?? ''));
  });
  return parseOrText(text);
}

/** An error in the protocol's format; the status is one the vendor's uploaders know. */
export function makeErrorReply(error: AdapterError): { status: number; body: { error: string } } {
  return { status: error.status ?? 599, body: { error: (error.reason ?? error.code).replaceAll('_', ' ') } };
}

/** Pictures are not measured, so the `imageInfo` variables are null, as for files that are not pictures. */
function variablesOf(
  policy: PutPolicy,
  file: StoredFile,
  customVars: Record<string, string>,
): Map<string, string | number> {
  const custom = Object.entries(customVars).filter(([name]) => name.startsWith('x:'));
  return new Map<string, string | number>([
    ...custom,
    ['bucket', policy.scope.split(':')[0] ?? ''],
    ['key', file.key],
    ['etag', file.hash],
    ['fname', file.name],
    ['fsize', file.size],
    ['mimeType', file.mime],
    ['endUser', policy.endUser ?? ''],
    ['ext', /\.\w+$/.exec(file.key)?.[0] ?? ''],
  ]);
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A template may be something other than JSON; the vendor sends it unchanged.
    return text;
  }
}
