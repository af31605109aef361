import { looks, testMemberMenus, testNewMemberMenu, testSmallerMenus, testWholeMenu } from './support/menu-suite.ts';

testMemberMenus(looks.desktop);
testNewMemberMenu(looks.desktop);
testSmallerMenus(looks.desktop);
testWholeMenu(looks.desktop);
