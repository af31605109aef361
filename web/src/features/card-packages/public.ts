export { saveFile } from './save-file.ts';
export { savePackage, tokenOf } from './save-package.ts';
