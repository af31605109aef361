export { followLogin, whenIdle } from './after-login.ts';
export { Agree } from './joining/agree.tsx';
export { DocumentLink } from './joining/document-link.tsx';
export { IdleNumber } from './idle-number.tsx';
export { ContactAndCode } from './contact-and-code.tsx';
export { passwordStrength } from './password-strength.ts';
export { useCaptcha } from './use-captcha.tsx';
