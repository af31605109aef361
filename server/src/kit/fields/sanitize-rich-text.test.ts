import { describe, expect, it } from 'vitest';
import { serverKinds } from './server-kinds.ts';
import { sanitizeRichText } from './sanitize-rich-text.ts';

const harmful: [string, string][] = [
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<img src=x onerror=alert(1)>', '<img src="x" />'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="jav&#x09;ascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,<script>1</script>">a</a>', '<a>a</a>'],
  ['<img src="javascript:alert(1)">', '<img />'],
  ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img />'],
  ['<svg onload=alert(1)><circle/></svg>a', 'a'],
  ['<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></math>', ''],
  ['<iframe src="https://example.com">x</iframe>', ''],
  ['<form action="/admin"><input name="a"><button>go</button></form>', 'go'],
  [
    '<p style="text-align:center;position:fixed;background:url(//example.com)">a</p>',
    '<p style="text-align:center">a</p>',
  ],
  ['<p style="text-align:center;x:expression(alert(1))">a</p>', '<p style="text-align:center">a</p>'],
  ['<p class="kk-top" id="content" onclick="alert(1)">a</p>', '<p>a</p>'],
  ['<style>body{display:none}</style>a', 'a'],
  [
    '<object data="x"></object><embed src="x"><base href="//example.com"><link rel="stylesheet" href="x"><meta http-equiv="refresh" content="0">',
    '',
  ],
  ['<<script>alert(1)//<</script>', '&lt;'],
  ['<p>a<!-- <script>alert(1)</script> --></p>', '<p>a</p>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
  ['<img src="//example.com/a.png">', '<img />'],
];

describe('sanitizeRichText', () => {
  it.each(harmful)('%s', (html, sanitized) => {
    const clean = sanitizeRichText(html);
    expect(clean).not.toMatch(/<script|onerror|onload|onclick|javascript:|<svg|<iframe|<form|<style|expression|url\(/i);
    expect(clean).toBe(sanitized);
  });

  it('keeps everything the editor produces', () => {
    const text =
      '<h2 style="text-align:center">标题</h2><p>正文 <strong>粗</strong><em>斜</em><u>线</u><s>删</s><code>码</code></p><ul><li><p>一</p></li></ul><blockquote><p>引</p></blockquote>' +
      '<table><tbody><tr><th colspan="2" rowspan="1"><p>头</p></th></tr><tr><td><p>格</p></td></tr></tbody></table><hr /><img src="/uploads/public/2026/11/a.webp" alt="图" />' +
      '<p><a href="https://example.com/" target="_blank" rel="noopener noreferrer nofollow">链接</a></p><pre><code>a &lt; b</code></pre>';
    expect(sanitizeRichText(text)).toBe(text);
  });

  it('changes nothing the second time', () => {
    for (const [html] of harmful) expect(sanitizeRichText(sanitizeRichText(html))).toBe(sanitizeRichText(html));
  });
});

it('turns plain text into paragraphs when it is stored', () => {
  expect(serverKinds.rich_text.clean?.('第一段\n第二段 a < b')).toBe('<p>第一段</p><p>第二段 a &lt; b</p>');
  expect(serverKinds.color.clean?.('#AABBCC')).toBe('#aabbcc');
});
