export { developerRoute, mayDevelop } from './developer.ts';
