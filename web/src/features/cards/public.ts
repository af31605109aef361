export { useCamera, type Seen } from './use-camera.ts';
