import { looks, testLearnerMenus } from './support/menu-suite.ts';

testLearnerMenus(looks.phone);
