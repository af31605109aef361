import { looks, testWholeMenu } from './support/menu-suite.ts';

testWholeMenu(looks.desktop, { auditsLists: false });
