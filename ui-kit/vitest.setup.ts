// Before each file of tests of a front end: what a screen waits for may be long in coming on a machine that builds and tests
// the rest at the same time. What fails is seen late, and no test waits.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
