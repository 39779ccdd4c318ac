// The text about the position of an estimate among the others': neutral when it is close, a hint when it is far off.
import { expect, it } from 'vitest';
import type { EchoLevel } from '../shapes';
import { echoMessage } from './echo-message';

it.each<[EchoLevel, string]>([
  ['muchLower', 'far lower, check for a slip'],
  ['lower', 'lower than the others'],
  ['same', 'about what the others say'],
  ['higher', 'higher than the others'],
  ['muchHigher', 'far higher, check for a slip'],
])('%s: %s', (level, message) => {
  expect(echoMessage(level)).toBe(message);
  expect(message, 'no figure can be read out of it').not.toMatch(/\d/);
});
