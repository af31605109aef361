import { looks, testBackOfficeMenus } from './support/menu-suite.ts';

testBackOfficeMenus(looks.desktop);
