import { looks, testNewMemberMenu, testSmallerMenus, testWholeMenu } from './support/menu-suite.ts';

testNewMemberMenu(looks.phone);
testSmallerMenus(looks.phone);
testWholeMenu(looks.phone);
