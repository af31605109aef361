export { followLogin } from './after-login.ts';
export { MobileAndCode } from './mobile-and-code.tsx';
export { passwordStrength } from './password-strength.ts';
export { useCaptcha } from './use-captcha.tsx';
