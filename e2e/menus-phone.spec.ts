import { looks, testMenus } from './support/menu-suite.ts';

testMenus(looks.phone);
