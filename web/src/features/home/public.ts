import homeCss from './home.module.css';

export { minutesText } from './minutes-text.ts';
export { homeCss };
