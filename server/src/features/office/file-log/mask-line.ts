const hidden = '******';

/** Secrets that error texts may have carried into a message; structured fields are redacted on writing. */
const masks: readonly [RegExp, string][] = [
  [
    /("(?:[\w-]*(?:password|passwd|secret|token|authorization|cookie|api_?key|access_?key|private_?key|id_card)[\w-]*)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
    `$1"${hidden}"`,
  ],
  [
    /\b((?:[\w-]*(?:password|passwd|secret|token|api_?key|access_?key|signature|sign)[\w-]*)=)[^\s&"',;]+/gi,
    `$1${hidden}`,
  ],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/g, `$1 ${hidden}`],
  [/\b([a-z][\w+.-]*:\/\/[^\s:/@"]*):[^\s@"]+@/gi, `$1:${hidden}@`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden],
  [/(?<![\w.-])(\d{6})\d{8}(\d{3}[\dXx])(?![\w-])/g, '$1********$2'],
  [/(?<![\w.-])(1[3-9]\d)\d{4}(\d{4})(?![\w-])/g, '$1****$2'],
  [/\b([\w.+-])[\w.+-]*(@[\w-]+(?:\.[\w-]+)+)/g, '$1***$2'],
];

/** Masks passwords, tokens, connection secrets, ID numbers, mobile numbers and mail addresses. */
export function maskLine(line: string): string {
  return masks.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
