export { passwordStrength } from './password-strength.ts';
export { useCaptcha } from './use-captcha.tsx';
