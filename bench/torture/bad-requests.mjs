// Requests that no client of ours sends, made by hand. Each has a name, and what is sent: a path, headers, a body of bytes; some
// have what the answer must say, or may end without one.
import { UNITS } from '../product.mjs';
import { SHEET, workbook } from './zip.mjs';

/** In passwords and tokens: no answer and no line of the log may have it. */
export const SECRET = 'kestrel-4471-secret';

const MIB = 1024 * 1024;
const LOGIN = '/api/auth/login';
const BOUNDARY = 'torture-1f6c';

const json = (path, body, method = 'POST') => ({ method, path, type: 'application/json', body: Buffer.from(body) });
const get = (path) => ({ method: 'GET', path });

/** A file as a form sends it, with other fields before it. */
function upload(path, name, type, content, fields = {}) {
  const part = (head, value) => [
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ];
  const texts = Object.entries(fields).flatMap(([field, value]) =>
    part(`Content-Disposition: form-data; name="${field}"`, value),
  );
  const head = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`;
  const body = Buffer.concat([...texts, ...part(head, content), Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { method: 'POST', path, type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}

const IMPORT = `${UNITS}/import`;
const csv = (content, fields) => upload(IMPORT, 'units.csv', 'text/csv', content, fields);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const xlsx = (content) => upload(IMPORT, 'units.xlsx', XLSX, content);
const image = (name, type, content) => upload('/api/backoffice/projects/images', name, type, content);

const nested = (open, close, depth) => open.repeat(depth) + close.repeat(depth);
const filters = (value) => get(`${UNITS}?filters=${encodeURIComponent(value)}`);

/** A condition in groups, one in another. */
const groups = (depth) =>
  `{"operator":"AND","conditions":[`.repeat(depth) +
  '{"field":"floor","operator":"equals","value":1}' +
  ']}'.repeat(depth);

/** A PNG whose head promises a size that its content does not have. */
function hugePng() {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(60_000, 0);
  size.writeUInt32BE(60_000, 4);
  return Buffer.concat([
    head,
    size,
    Buffer.from('08060000000000000000000049444154789c0300000000010000000049454e44ae426082', 'hex'),
  ]);
}

const SCRIPT = '<script>alert(1)</script>';

function bodies() {
  const texts = {
    nothing: '',
    'half an object': '{"unitNumber":',
    'a MiB of brackets': '['.repeat(MIB),
    'lists in lists': nested('[', ']', 50_000),
    'objects in objects': nested('{"a":', '}', 20_000).replace('}', '1}'),
    'a number of ten thousand digits': `{"totalAreaInSqFt":${'9'.repeat(10_000)}}`,
    'a number beyond a double': '{"totalAreaInSqFt":1e999,"yearlyRentInAED":-1e999}',
    'an integer beyond 64 bits': '{"yearlyRentInAED":18446744073709551616}',
    'a fraction for an integer': '{"yearlyRentInAED":1.5e-300}',
    'NUL in a text': '{"unitNumber":"A\\u0000B","view":"\\u0000"}',
    'half a surrogate pair': '{"unitNumber":"\\ud800","view":"\\udc00\\ud800"}',
    'one name twice': '{"unitNumber":"a","unitNumber":"b"}',
    'names of objects': '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
    'a million spaces': `${' '.repeat(MIB)}{}`,
    'a text of two MiB': `{"unitNumber":"${'x'.repeat(2 * MIB)}"}`,
    'ten thousand fields': `{${Array.from({ length: 10_000 }, (_, at) => `"f${at}":${at}`).join()}}`,
    'a list': '[1,2,3]',
    null: 'null',
    'a byte-order mark': '\ufeff{}',
    SQL: `{"unitNumber":"'; DROP TABLE units; --"}`,
  };
  const entries = Object.entries(texts).flatMap(([name, text]) => [
    [`${name}, a new unit`, json(UNITS, text)],
    [`${name}, a change`, json(`${UNITS}/{unit}`, text, 'PATCH')],
    [`${name}, a change of many`, json(UNITS, text, 'PATCH')],
    [`${name}, an estimate`, json('/api/assessments', text)],
    [`${name}, a sign-in`, json(LOGIN, text)],
  ]);
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
  entries.push(
    ['no UTF-8', { ...json(UNITS, ''), body: bytes }],
    ['no JSON', { ...json(UNITS, 'a=b'), type: 'text/plain' }],
  );
  return entries;
}

function queries() {
  const values = [
    '%00',
    '%ff%fe',
    '%ed%a0%80',
    "'%20OR%201=1",
    '-1',
    '1e99',
    '99999999999999999999',
    `${'x'.repeat(7000)}`,
    '%25%5f%5c',
  ];
  const names = ['search', 'sort', 'page', 'limit', 'filters', 'match', 'by', 'unknown'];
  return [
    ...names.flatMap((name) =>
      values.map((value) => [`${name}=${value.slice(0, 20)}`, get(`${UNITS}?${name}=${value}`)]),
    ),
    ...values.map((value) => [`/${value.slice(0, 20)}`, get(`${UNITS}/${value}`)]),
    ['filters in filters', filters(groups(300))],
    ['filters of ten thousand conditions', filters(`{"operator":"AND","conditions":[${'{},'.repeat(2_000)}{}]}`)],
    [
      'a filter by NUL',
      filters('{"operator":"AND","conditions":[{"field":"view","operator":"equals","value":"\\u0000"}]}'),
    ],
    [
      'a filter by half a pair',
      filters('{"operator":"AND","conditions":[{"field":"view","operator":"contains","value":"\\ud800"}]}'),
    ],
    ['a folder above', get('/../../../../etc/passwd')],
    ['a folder above, encoded', get('/%2e%2e/%2e%2e/etc/passwd')],
    ['an image above', get('/api/projects/{project}/images/..%2f..%2fmizan.db')],
    ['a measure that is none', get(`/api/analytics/explore?dataset=units&measures=${'rent,'.repeat(500)}`)],
    ['a dataset of NUL', get('/api/analytics/explore?dataset=%00&measures=rent')],
  ];
}

function heads() {
  const base = get(UNITS);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${at}`, 'y']));
  return [
    ['three hundred headers', { ...base, headers: many }],
    ['a header of 200 kB', { ...base, headers: { 'x-long': 'x'.repeat(200_000) } }],
    [
      'an If-Match of 8 kB',
      { ...json(`${UNITS}/{unit}`, '{"floor":1}', 'PATCH'), headers: { 'if-match': '"'.repeat(8_000) } },
    ],
    ['a key of 9 kB', { ...json(UNITS, '{}'), headers: { 'idempotency-key': 'k'.repeat(9_000) } }],
    ['a token that is none', { ...base, token: `${SECRET}.${SECRET}.${SECRET}` }],
    ['a token of an API that is none', { ...base, token: `mzn_${SECRET}_${SECRET}` }],
    ['an unknown method', { ...base, method: 'BREW' }],
    ['two lengths', { ...json(UNITS, '{}'), headers: { 'content-length': '1' } }],
    // What follows the body is a request that is none: the connection may end before the first one is answered.
    ['a length below that of the body', { ...json(UNITS, '{}'), headers: { 'Content-Length': '1' }, mayEnd: true }],
    [
      'a cookie that is none',
      { ...json('/api/auth/refresh', ''), headers: { cookie: `mizan_refresh=${SECRET}; mizan_device=%00` } },
    ],
    ['another host', { ...base, headers: { Host: 'other.example' } }],
    ['a password in no JSON', json(LOGIN, `{"email":"admin@bench.test","password":"${SECRET}"`)],
    ['a password that is a list', json(LOGIN, `{"email":"admin@bench.test","password":["${SECRET}"]}`)],
    ['a password with too much', json(LOGIN, `{"email":"admin@bench.test","password":"${SECRET}","more":1}`)],
    ['a wrong password', json(LOGIN, `{"email":"admin@bench.test","password":"${SECRET}"}`)],
    [
      'a password of a new user',
      json('/api/backoffice/users', `{"email":"no address","password":"${SECRET}","roles":["${'no role'}"]}`),
    ],
  ];
}

function files() {
  const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>unitNumber</t></is></c></row>';
  const bomb = workbook(SHEET.begin + row + ' '.repeat(300 * MIB) + SHEET.end);
  const cells = workbook(SHEET.begin + `<row r="2">${'<c r="A2"><v>1</v></c>'.repeat(2_000_000)}</row>` + SHEET.end);
  const far = workbook(`${SHEET.begin}${row}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>${SHEET.end}`);
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY ${String.fromCodePoint(98 + at)} "${`&${String.fromCodePoint(97 + at)};`.repeat(10)}">`).join('')}]>`;
  return [
    ['a CSV of one open quote', csv(`unitNumber\n"${'x'.repeat(8 * MIB)}`)],
    ['a CSV of a million columns', csv(`${'a,'.repeat(1_000_000)}\n`)],
    ['a CSV of a million empty rows', csv(`unitNumber\n${'\n'.repeat(1_000_000)}`)],
    ['a CSV of two hundred thousand bad rows', csv(`unitNumber,projectId\n${'x,y\n'.repeat(200_000)}`)],
    ['a CSV with NUL', csv('unitNumber\nA\0B\n')],
    ['a CSV that is none', csv(Buffer.from([0xff, 0xfe, 0, 0xd8, 0x80, 0x81]))],
    ['a CSV with formulas', csv('unitNumber\n=cmd|calc!A1\n')],
    ['a mapping of brackets', csv('a\n1\n', { mapping: '['.repeat(100_000) })],
    ['a workbook of 300 MiB of blanks', xlsx(bomb)],
    ['a workbook of two million cells', xlsx(cells)],
    ['a workbook with a far cell', xlsx(far)],
    [
      'a workbook of entities',
      xlsx(workbook(laughs + SHEET.begin + '<row><c t="str"><v>&u;</v></c></row>' + SHEET.end)),
    ],
    ['a workbook that is none', xlsx(Buffer.from('PK\x03\x04 but not more'))],
    ['a workbook without an end', xlsx(far.subarray(0, 400))],
    ['an image that is a page', image('a.png', 'image/png', `<html>${SCRIPT}</html>`)],
    [
      'an image that is a drawing with a script',
      image('a.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    ],
    ['an image of 60,000 by 60,000', image('a.png', 'image/png', hugePng())],
    ['an image that is a GIF and a script', image('a.gif', 'image/gif', `GIF89a/*${'\0'.repeat(10)}*/=1;${SCRIPT}`)],
    ['half an image', image('a.jpg', 'image/jpeg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex'))],
    ['no image', image('a.png', 'image/png', '')],
    [
      'a form without an end',
      { ...csv('a\n'), body: Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"`) },
    ],
    ['a form without a boundary', { ...csv('a\n'), type: 'multipart/form-data' }],
    [
      'a form of ten thousand fields',
      csv('a\n', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, '']))),
    ],
  ];
}

/** Takes seconds on one long cell: at each letter it reads the rest for a digit, of which there is none. */
const SLOW = { find: '[a-y]+[0-9]|[a-c]', with: 'a' };
const LONG_CELL = 'abc'.repeat(20_000);

/** An import whose mapping has slow patterns, which must end at the deadline of all patterns. */
function slow(patterns, rows) {
  const replace = Array.from({ length: patterns }, () => SLOW);
  const mapping = { resource: 'companies', fields: { name: 'Name', description: { column: 'Text', replace } } };
  const lines = Array.from({ length: rows }, (_, at) => `Company ${at},${LONG_CELL}\n`);
  const fields = { mapping: JSON.stringify(mapping) };
  const path = '/api/backoffice/companies/import';
  return {
    ...upload(path, 'companies.csv', 'text/csv', `Name,Text\n${lines.join('')}`, fields),
    status: 422,
    message: 'the patterns of the mapping have taken more than 60 seconds',
  };
}

/** All of them; in a short run without those that take a minute. */
export const badRequests = ({ isShort }) => [
  ...bodies(),
  ...queries(),
  ...heads(),
  ...files(),
  ...(isShort
    ? []
    : [
        ['a slow pattern on many cells', slow(1, 300)],
        ['many slow patterns on one cell', slow(200, 1)],
      ]),
];
