import { expect, test } from 'vitest';
import { EventReader } from './events.ts';

const change = { type: 'change', data: '{"resource":"units"}' };

test('an event is read out of pieces that end anywhere', () => {
  const text = ':\n\nretry: 2000\nid: 7\n\nid: 8\nevent: change\ndata: {"resource":"units"}\n\n';
  for (let at = 0; at <= text.length; at += 1) {
    const reader = new EventReader();
    expect([...reader.read(text.slice(0, at)), ...reader.read(text.slice(at))]).toEqual([change]);
    expect([reader.lastId, reader.retry]).toEqual(['8', 2000]);
  }
});

test('lines may end with a carriage return, and data may have several', () => {
  const reader = new EventReader();
  expect(reader.read('data: a\r\ndata:b\r\n\r\n')).toEqual([{ type: 'message', data: 'a\nb' }]);
});

test('what a cut connection left is no part of the next one', () => {
  const reader = new EventReader();
  reader.read('id: 1\ndata: a\n\nid: 2\nevent: reload\ndata: b\ndata: c');
  reader.begin();
  expect(reader.read('data: d\n\n')).toEqual([{ type: 'message', data: 'd' }]);
  expect(reader.lastId).toBe('1');
});

test('the position is that of the last whole event', () => {
  const reader = new EventReader();
  reader.read('id: 1\ndata: a\n\nid: 2\ndata: b\n');
  expect(reader.lastId).toBe('1');
});
