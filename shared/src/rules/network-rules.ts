import { textRule, type Rule } from './rule.ts';

const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

function isDomain(text: string): boolean {
  if (text.length < 3 || text.length > 255) return false;
  const labels = text.split('.');
  // With only digits in the last label it is an IP address, not a name.
  return (
    labels.length > 1 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels[labels.length - 1] ?? '')
  );
}

function isIpv4(text: string): boolean {
  const parts = text.length <= 15 ? text.split('.') : [];
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** Number of 16-bit groups, or NaN when invalid; an IPv4 ending counts as two. */
function countGroups(text: string, isEnd: boolean): number {
  if (text === '') return 0;
  const groups = text.split(':');
  return groups.reduce((count, group, index) => {
    if (/^[0-9A-Fa-f]{1,4}$/.test(group)) return count + 1;
    return isEnd && index === groups.length - 1 && isIpv4(group) ? count + 2 : Number.NaN;
  }, 0);
}

function isIpv6(text: string): boolean {
  if (text.length < 2 || text.length > 45) return false;
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return false;
  return tail === undefined ? countGroups(head, true) === 8 : countGroups(head, false) + countGroups(tail, true) <= 7;
}

function isHost(text: string): boolean {
  return text === 'localhost' || isDomain(text) || isIpv4(text) || (/^\[.*\]$/.test(text) && isIpv6(text.slice(1, -1)));
}

function isUrl(text: string): boolean {
  const authority = /^https?:\/\/([^\s/?#<>"]+)(?:[/?#][^\s<>"]*)?$/i.exec(text)?.[1] ?? '';
  const port = /:(\d{1,5})$/.exec(authority)?.[1];
  const host = port === undefined ? authority : authority.slice(0, -port.length - 1);
  return isHost(host) && (port === undefined || (Number(port) > 0 && Number(port) < 65_536));
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (text.length > 254 || !/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/.test(local)) return false;
  return local.split('.').every((part) => part !== '') && isDomain(text.slice(at + 1));
}

export const networkRules = {
  email: textRule(isEmail),
  /** An address, or a name with the address in angle brackets, as in the head of a mail. */
  mailbox: textRule((text) => isEmail(text.replace(/^[^<>\r\n]*<([^<>]+)>$/, '$1'))),
  url: textRule(isUrl),
  domain: textRule(isDomain),
  ip: textRule((text) => isIpv4(text) || isIpv6(text)),
  ipv4: textRule(isIpv4),
  ipv6: textRule(isIpv6),
} satisfies Record<string, Rule>;
