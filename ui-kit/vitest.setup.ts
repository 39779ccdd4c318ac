// Set up before each test file of a front end. A long timeout for queries: a busy machine may render slowly. Only
// failing tests take longer.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });

// What the server writes into every page.
const values = {
  name: 'Mizan',
  currency: 'AED',
  timeZone: 'Asia/Dubai',
  languages: ['en-AE'],
  firstDayOfWeek: 1,
  areas: ['estimations'],
  startPages: [],
};
if (!document.querySelector('meta[name="product"]')) {
  const element = document.createElement('meta');
  element.name = 'product';
  element.content = JSON.stringify(values);
  document.head.append(element);
}
