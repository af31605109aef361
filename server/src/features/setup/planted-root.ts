export { buildContext } from '../../context.ts';
