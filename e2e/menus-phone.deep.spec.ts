import { looks, testLargeText, testNewMemberMenu, testSmallerMenus, testWholeMenu } from './support/menu-suite.ts';

testNewMemberMenu(looks.phone);
testSmallerMenus(looks.phone);
testWholeMenu(looks.phone);
testLargeText('zh-CN', '13900020009');
testLargeText('en', '13900020010');
