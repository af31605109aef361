import { describe, expect, it } from 'vitest';
import { commonRules, componentsIn, firstRules, rulesOf, stylesheetOf } from './antd-css-plugin.ts';

describe('the stylesheet of antd', () => {
  it('has the rules of what is used, the others not, within conditions either', () => {
    const css = [
      '.ant-btn{color:red;}',
      '.ant-table{color:red;}',
      '.ant-btn,.ant-table .ant-btn{margin:0;}',
      '.ant-btn:not(.ant-table){padding:0;}',
      '.ant-btn-rtl{direction:rtl;}',
      '.ant-btn-color-magenta{color:magenta;}',
      '.css-var-_R_0_{--ant-blue:#00f;}',
      '@media (min-width: 1px){.ant-btn{top:0;}.ant-form{top:0;}}',
      '@media (min-width: 2px){.ant-form{top:0;}}',
      '@keyframes turn{from{top:0;}}',
    ];
    expect(commonRules(css.join(''))).toBe(
      [
        '.ant-btn{color:red;}',
        '.ant-btn,.ant-table .ant-btn{margin:0;}',
        '.ant-btn:not(.ant-table){padding:0;}',
        '@media (min-width: 1px){.ant-btn{top:0;}}',
        '@keyframes turn{from{top:0;}}',
      ].join(''),
    );
  });

  it('leaves the rules of some components to their own stylesheets', () => {
    const css =
      '.ant-btn{top:0;}.ant-picker,.ant-picker-input{top:0;}.ant-picker .ant-btn{top:1px;}.ant-picker,.ant-btn{top:2px;}';
    expect(stylesheetOf('date-picker')).toBe('virtual:antd-css/picker.css');
    expect(stylesheetOf('button')).toBeNull();
    expect(commonRules(css)).toBe('.ant-btn{top:0;}.ant-picker,.ant-btn{top:2px;}');
    expect(rulesOf('picker', css)).toBe('.ant-picker,.ant-picker-input{top:0;}.ant-picker .ant-btn{top:1px;}');
  });

  it.each([
    ["import { Button, DatePicker as Dates } from 'antd';", ['button', 'date-picker']],
    ["export { QRCode, type Rule } from 'antd';", ['qr-code']],
    ["import { Button } from './button.tsx';", []],
  ])('knows the components of %s', (code, expected) => expect(componentsIn(code)).toEqual(expected));

  it('is whole on the development server, where components bring no rules', () => {
    const css = '.ant-btn{top:0;}.ant-picker{top:0;}';
    expect([firstRules('build', css), firstRules('serve', css)]).toEqual(['.ant-btn{top:0;}', css]);
  });
});
