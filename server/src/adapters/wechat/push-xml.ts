const longest = 64 * 1024;
const element = /<([A-Za-z]\w{0,60})>\s*(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<]*))\s*<\/\1>/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** The flat elements of a message. Nothing is expanded but the five entities every text may hold: a document that declares more is no message. */
export function readXml(text: string): Record<string, string> | null {
  const inner = /^\s*<xml>([\s\S]*)<\/xml>\s*$/.exec(text)?.[1];
  if (inner === undefined || text.length > longest || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  const found = [...inner.matchAll(element)];
  return Object.fromEntries(
    found.map(([, name = '', data, plain = '']) => [
      name,
      data ?? plain.replaceAll(/&(?:lt|gt|amp|quot|apos);/g, (entity) => entities[entity] ?? entity),
    ]),
  );
}

type Part = string | number;

/** A message of these elements; a text can close no CDATA section of ours. */
export function writeXml(parts: Readonly<Record<string, Part>>): string {
  const written = Object.entries(parts).map(([name, value]) =>
    typeof value === 'number'
      ? `<${name}>${value}</${name}>`
      : `<${name}><![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>`,
  );
  return `<xml>${written.join('')}</xml>`;
}
