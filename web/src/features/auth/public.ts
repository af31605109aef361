export { useCaptcha } from './use-captcha.tsx';
export { useTitle } from './use-title.ts';
