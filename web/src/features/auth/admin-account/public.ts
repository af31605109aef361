export { StrengthMeter } from './strength-meter.tsx';
