import { looks, testLearnerMenus } from './support/menu-suite.ts';

// Every run has them on a phone.
testLearnerMenus(looks.desktop);
