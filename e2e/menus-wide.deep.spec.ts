import { looks, testRecords, testWholeMenu } from './support/menu-suite.ts';

testWholeMenu(looks.wide);
testRecords(looks.wide);
testWholeMenu(looks.wide_dark);
testRecords(looks.wide_dark);
