const longest = 64 * 1024;
const element = /<([A-Za-z]\w{0,60})>\s*(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<]*))\s*<\/\1>/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** The flat elements of a message. Only the five predefined entities are expanded; a document that declares more is rejected. */
export function parseXml(text: string): Record<string, string> | null {
  const inner = /^\s*<xml>([\s\S]*)<\/xml>\s*$/.exec(text)?.[1];
  if (inner === undefined || text.length > longest || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  const elements = [...inner.matchAll(element)];
  return Object.fromEntries(
    elements.map(([, name = '', data, plain = '']) => [
      name,
      data ?? plain.replaceAll(/&(?:lt|gt|amp|quot|apos);/g, (entity) => entities[entity] ?? entity),
    ]),
  );
}

type XmlValue = string | number;

/** Writes a message of these elements; text cannot break out of its CDATA section. */
export function writeXml(parts: Readonly<Record<string, XmlValue>>): string {
  const elements = Object.entries(parts).map(([name, value]) =>
    typeof value === 'number'
      ? `<${name}>${value}</${name}>`
      : `<${name}><![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>`,
  );
  return `<xml>${elements.join('')}</xml>`;
}
