import { looks, testMemberMenus, testNewMemberMenu, testSmallerMenus } from './support/menu-suite.ts';

testMemberMenus(looks.desktop);
testNewMemberMenu(looks.desktop);
testSmallerMenus(looks.desktop);
