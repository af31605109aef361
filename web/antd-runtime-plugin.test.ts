import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { withDirectImports, withoutInsertion, withoutRules } from './antd-runtime-plugin.ts';

const find = createRequire(import.meta.url).resolve;

it('the styles of a component keep the values of its variables only', () => {
  const code = `const genStyle = (token) => ({ color: token.color });
export default genStyleHooks('Button', (token) => [genStyle(token)], prepareToken, { unitless: {} });`;
  expect(withoutRules('button.js', code)).toBe(`const genStyle = (token) => ({ color: token.color });
export default genStyleHooks('Button', null, prepareToken, { unitless: {} });`);
});

it('no hook inserts rules, in the version that is installed', () => {
  const file = find('@ant-design/cssinjs-utils').replace('/lib/index.js', '/es/util/genStyleUtils.js');
  const code = readFileSync(file, 'utf8');
  expect(code).toContain('useStyleRegister(');
  expect(withoutInsertion(file, code)).not.toContain('useStyleRegister(');
});

it('another version that makes hooks in another way stops the build', () => {
  expect(() => withoutInsertion('other.js', 'const genComponentStyleHook = () => null;')).toThrow('in another way');
});

it('each part of antd is taken from its own module', () => {
  expect(withDirectImports(`import { DatePicker, theme as antdTheme } from "antd";\nrun();`)).toBe(
    `import DatePicker from 'antd/es/date-picker';import antdTheme from 'antd/es/theme';\nrun();`,
  );
  expect(withDirectImports(`export { Alert, Modal } from 'antd';`)).toBe(
    `export { default as Alert } from 'antd/es/alert';export { default as Modal } from 'antd/es/modal';`,
  );
});
