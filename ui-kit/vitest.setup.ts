// Set up before each test file of a front end. A long timeout for queries: a busy machine may render slowly. Only
// failing tests take longer.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
