import { expect, it } from 'vitest';
import { htmlOfMarkdown, markdownOf, survivesMarkdown } from './markdown-text.ts';

const text = `# 课程目标

学完后能 **自我介绍**，*点餐* 与 ~~比划~~，见[说明](https://example.com/)。

- 每天十分钟
- 每周一次练习

1. 听
2. 说

> 开口就是进步

\`\`\`
hello
\`\`\`

| 课 | 时长 |
| --- | --- |
| 一 | 10 分钟 |

---

![教室](/uploads/public/2026/11/a.webp)`;

it('what is written as Markdown is stored as HTML and comes back as it was', () => {
  const html = htmlOfMarkdown(text);
  expect(html).toContain('<h1>课程目标</h1>');
  expect(html).toContain('<strong>自我介绍</strong>');
  expect(html).toContain('src="/uploads/public/2026/11/a.webp"');
  expect(survivesMarkdown(html)).toBe(true);
  expect(htmlOfMarkdown(markdownOf(html))).toBe(html);
});

it.each([
  '<p style="text-align: center">居中</p>',
  '<table><tbody><tr><td colspan="2"><p>一</p></td></tr><tr><td><p>二</p></td><td><p>三</p></td></tr></tbody></table>',
])('%s would lose something', (html) => {
  expect(survivesMarkdown(html)).toBe(false);
});

it.each(['<p>第一段</p><p>第二段</p>', '第一段\n第二段', '<p><u>线</u></p>', ''])('%s loses nothing', (html) => {
  expect(survivesMarkdown(html)).toBe(true);
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '<a href="javascript:alert(1)">a</a>',
])('%s becomes nothing that runs', (markdown) => {
  expect(htmlOfMarkdown(markdown)).not.toMatch(/<script|onerror=|href="javascript/i);
});

it.each(['', '   ', '\n'])('%j is empty', (markdown) => {
  expect(htmlOfMarkdown(markdown)).toBe('');
});
