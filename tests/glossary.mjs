// The glossary of names and public texts, and the check that they use the field's words. Public texts are documents,
// messages, texts of the OpenAPI document, and the help of the command line.
//
// A row has the words to avoid (a pattern over lower case words), the words to use, and how often the former still occur in
// names and in public texts. null: right in a text, and in a name that is a sentence, such as a test's; only names of up to
// three words are checked. The numbers only ever go down: a higher count fails and prints its places, and a lower count fails
// too, with the number to write. `--lower` writes it; `--list WORD` prints all places of a row.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

// prettier-ignore
const GLOSSARY = [
  ['asked', 'requested, or the name of what is requested', 0, null],
  ['who(ever)? calls', 'the caller', 0, 0],
  ['may come again|comes? again', 'idempotent, idempotency key', 0, 0],
  ['told|tells', 'reported, returns, message', 1, 0],
  ['tell', 'report, return', 0, null],
  ['sentences?', 'message, validation error', 4, null],
  ['whence', 'client origin, client address', 0, 0],
  ['trouble', 'error', 0, 0],
  ['turned away', 'rejection', 0, 0],
  ['remember(s|ed)?', 'cached, stored', 0, null],
  ['kept', 'cached, stored', 0, null],
  ['held', 'locked, cached', 1, null],
  ['copy log|the log begins|begins? anew', 'checkpoint, write-ahead log (WAL)', 0, 0],
  ['learns?|learned', 'analyze (planner statistics)', 0, null],
  ['announce[sd]?', 'commit notification', 0, null],
  ['chores?', 'periodic job', 0, 0],
  ['figures?', 'metric (operations), estimate (of an estimator), measure (of the explorer)', 9, 0],
  ['prose', 'long text', 0, 0],
  ['beside', 'a name for the purpose', 0, null],
  ['la(y|ys|id|ying) over', 'apply (a patch), merge', 0, 0],
  ['in words', 'map (a constraint), describe', 0, null],
  ['guard(s|ed)?', 'authorize, authorization rule', 0, 0],
  // Those that are left are permits of semaphores.
  ['permit', 'authorization rule', 2, null],
  ['desks?', 'app (under test), data set, installation', 1, null],
  ['house with', 'fixture', 0, null],
  ['dice', 'seeded random numbers', 0, 0],
  ['chance', 'seeded random numbers', 0, 0],
  ['integrators?|tokens for (programs|integrators)', 'API token, client', 1, 0],
  ['gone', 'deleted, disconnected, ended', 0, 0],
  ['in vain', 'failed', 0, 0],
  ['for ever|forever', 'without limit', 0, 0],
  ['nobody', 'no user, no client; or the passive', 0, 0],
  ['somebody', 'a user, a client', 0, 0],
  ['whoever', 'the user, client or process that does it', 0, 0],
  ['doors?', 'listening socket', 0, 0],
  ['knock(s|ed|ing)?', 'accept queue', 0, 0],
  ['let in|lets in|newcomers?', 'accept, sign in', 0, 0],
];

/**
 * What texts of screens avoid (a pattern over a whole text in lower case), and what they say instead. An estimate is what an
 * estimator saves; estimations are the area, and the note about the last one is called so by the specification.
 */
// prettier-ignore
const SCREENS = [
  [/(?<!last )\bestimation\b/, 'estimate'],
  [/^(?!(go to |open )?estimations$).*\bestimations\b/, 'estimates'],
  [/\bcut time into\b/, 'Group time by'],
  [/^as it is$/, 'the granularity by name'],
  [/\brows at most\b/, 'Rows shown'],
  [/\bwhat is not possible here\b/, 'what was left out, and why'],
  [/\bopens? nothing\b/, 'what is needed to sign in'],
  [/^availability\.?$/, 'a sentence that says something, or none'],
  [/\bnegative west of\b/, 'a sentence that says something, or none'],
];

/** What no sentence of a comment, of a help text or of a document has: a person without a name, and a crowd of pronouns. */
const UNNAMED = /\bwhoever\b/i;
const PRONOUNS = /\b(?:it|which)\b/gi;
const FEW_PRONOUNS = 3;

/** Public texts that the contract fixes although they have such a word: `{ text, reason }`, in lower case. */
const FIXED = [{ text: 'mizan figures rebuild', reason: 'the name of a command' }];

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
const files = listed.filter((file) => file && existsSync(file) && file !== 'tests/glossary.mjs');
const read = (file) => readFileSync(file, 'utf8');
const lineAt = (text, at) => text.slice(0, at).split('\n').length;
const blank = (text) => text.replaceAll(/[^\n]/g, ' ');
const wordsOf = (name) => name.replaceAll(/([a-z0-9])([A-Z])|_|-|\./g, '$1 $2').toLowerCase();

const TEXT = {
  rust: /\/\/[^\n]*|\/\*[^]*?\*\/|\br(#*)"[^]*?"\1|"(?:[^"\\]|\\[^])*"|'(?:[^'\\\n]|\\[^\n]{1,9}?)'/g,
  script: /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g,
};
// What follows these in code without its texts defines names; `lists` opens a list of fields, variants or parameters.
const DEFINED = {
  rust: /\b(?:fn|struct|enum|trait|mod|const|static|type)\s+(?:mut\s+)?(\w+)|\blet\s+([^=;]{1,200}?)\s*(?::\s|=|;)/g,
  script:
    /\b(?:function\*?|class|type|interface|enum)\s+(\w+)|\b(?:const|let)\s+(\w+|[[{][^=;]{1,400}?[\]}])\s*(?:[:=;]|of\b)/g,
};
const LISTS = {
  rust: /\b(?:fn\s+\w+(?:<[^(){}]*>)?\s*(?=\()|(?:struct|enum)\s+\w+(?:<[^{};]*>)?[^{};(]*(?=\{))/g,
  script:
    /\b(?:function\*?\s*\w*(?:<[^()]*>)?\s*(?=\()|(?:interface\s+\w+[^{]*|type\s+\w+[^={]*=\s*)(?=\{))|(?=\([^()]*\)\s*(?::[^={}()]*)?=>)/g,
};

/** The text between the bracket at a place and the one that closes it. */
function bracketed(code, from) {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code[at])) depth++;
    if (')]}'.includes(code[at]) && --depth === 0) return code.slice(from, at);
  }
  return '';
}

/** The names that a file defines, and the titles of its tests. */
function* namesOf(file) {
  const kind = file.endsWith('.rs') ? 'rust' : 'script';
  const text = read(file);
  const code = text.replaceAll(TEXT[kind], blank);
  for (const { 1: name, 2: pattern, index } of code.matchAll(DEFINED[kind]))
    for (const one of (name ?? pattern).matchAll(/\b[A-Za-z_]\w*\b(?!\s*(?:::|[({]|:\s))/g))
      if (name || /^[a-z_]/.test(one[0])) yield { words: wordsOf(one[0]), line: lineAt(code, index) };
  for (const { 0: opening, index } of code.matchAll(LISTS[kind])) {
    const from = index + opening.length;
    const list = bracketed(code, from);
    const variants = /\benum\s/.test(opening) ? /(?<=^\s*)[A-Z]\w*/gm : /\b[a-z_]\w*(?=\??\s*:(?!:)|\s*[,})]|\s*$)/g;
    for (const one of list.matchAll(variants)) yield { words: wordsOf(one[0]), line: lineAt(code, from + one.index) };
  }
  if (kind === 'rust') return;
  for (const { 2: title, index } of text.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1/g))
    yield { words: wordsOf(title), line: lineAt(text, index) };
}

/** The public texts of a file, a line at a time; the code in a text is no text. */
function* textsOf(file) {
  const lines = (file.endsWith('.md') ? read(file).replaceAll(/```[^]*?```|`[^`]*`/g, blank) : read(file)).split('\n');
  for (const [at, line] of lines.entries()) {
    const keyed = /^\s*"([^"]+)": "((?:[^"\\]|\\.)*)",?$/.exec(line);
    if (file.endsWith('.md')) yield { words: line.toLowerCase(), line: at + 1 };
    else if (keyed && (file !== 'openapi/mizan.json' || /^(title|description|summary)$/.test(keyed[1])))
      yield { words: keyed[2].replaceAll(/`[^`]*`/g, blank).toLowerCase(), line: at + 1 };
  }
}

/** The paragraphs of the comments of a file, or of a document, without the code in them. */
function* paragraphsOf(file) {
  const text = read(file);
  if (file.endsWith('.md')) {
    const plain = text.replaceAll(/^ *(```+)[^]*?^ *\1 *$/gm, blank);
    for (const { 0: words, index } of plain.matchAll(/\S[^]*?(?=\n\s*(?:\n|[-|#])|\n?$(?![^]))/g))
      yield { words, line: lineAt(text, index) };
    return;
  }
  const kind = file.endsWith('.rs') ? 'rust' : 'script';
  const only = text.replaceAll(TEXT[kind], (one) =>
    /^\/[/*]/.test(one) ? `\0${one.slice(2)}` : blank(one).replaceAll(' ', 'x'),
  );
  // A comment may go on in the next line, and ends where that is empty or a list begins.
  const comment = /\0[^\n]*(?:\n[^\S\n]*\0(?![/!]?\s*(?:[-|#\n]|$))[^\n]*)*/g;
  for (const { 0: found, index } of only.matchAll(comment))
    yield { words: found.replaceAll(/\0[/!*]*|\n\s*\*+/g, ' '), line: lineAt(text, index) };
}

/** The help of the command line in a file: the doc comments of what clap derives, and the texts that it gets as such. */
function* helpOf(file) {
  const text = read(file);
  if (!/\bclap\b|\bCommand \{/.test(text)) return;
  const docs = (from, to) =>
    Array.from(text.slice(from, to).matchAll(/(?:^\s*\/\/\/ .*\n)+/gm), (one) => ({
      words: one[0].replaceAll(/^\s*\/\/\/ /gm, ''),
      line: lineAt(text, from + one.index),
    }));
  for (const { index } of text.matchAll(/^#\[derive\([^)]*\b(?:Parser|Args|Subcommand|ValueEnum)\b/gm)) {
    const above = /(?:^\/\/\/.*\n)*$(?![^])/m.exec(text.slice(0, index));
    const opens = text.indexOf('{', index);
    yield* docs(above?.index ?? index, opens + bracketed(text, opens).length);
  }
  const given =
    /\b(?:(?:long_)?about|(?:after_|before_)?(?:long_)?help|explanation|EXIT: &str)\s*[:=(]+\s*"((?:[^"\\]|\\[^])*)"/g;
  for (const { 1: words, index } of text.matchAll(given))
    yield { words: words.replaceAll(/\\(?:\n\s*|n)/g, ' '), line: lineAt(text, index) };
}

const places = { names: [], texts: [] };
const add = (kind, file, found) =>
  FIXED.some(({ text }) => found.words.includes(text)) || places[kind].push({ ...found, at: `${file}:${found.line}` });
for (const file of files.filter((one) => /\.(rs|tsx?|mjs)$/.test(one) && !one.endsWith('.d.ts')))
  for (const name of namesOf(file)) add('names', file, name);
for (const path of new Set(files.flatMap((file) => [file, dirname(file)])))
  add('names', path, { words: wordsOf(basename(path)), line: 0 });
for (const file of files.filter((one) =>
  /^(README|SECURITY|CHANGELOG|modules\/README|docs\/.+)\.md$|\/grammar\.md$/.test(one),
))
  for (const text of textsOf(file)) add('texts', file, text);
for (const file of files.filter((one) => /\/messages\/[\w.]+\.json$|^openapi\/mizan\.json$/.test(one)))
  for (const text of textsOf(file)) add('texts', file, text);

const helps = files
  .filter((one) => one.endsWith('.rs') && !one.startsWith('kernel/handlers/'))
  .flatMap((file) => Array.from(helpOf(file), (one) => ({ ...one, file })));
for (const { file, words, line } of helps)
  add('texts', file, { words: words.replaceAll(/`[^`]*`|\s+/g, ' ').toLowerCase(), line });

const isOfScreens = (file, key) =>
  file !== 'openapi/mizan.json' || key === 'description' || key === 'title' || key === 'label';

/** The texts of messages, and those of the document that are labels and hints. */
function* screenTextsOf(file) {
  for (const [at, line] of read(file).split('\n').entries()) {
    const [, key, text] = /^\s*"([^"]+)": "((?:[^"\\]|\\.)*)",?$/.exec(line) ?? [];
    if (key && key !== '$schema' && isOfScreens(file, key))
      yield { words: text.toLowerCase(), at: `${file}:${at + 1}` };
  }
}

const say = (line) => process.stderr.write(`${line}\n`);
const [option, listing] = process.argv.slice(2);
const lowered = new Map();
for (const [words, instead, ...recorded] of GLOSSARY) {
  const row = [...recorded];
  for (const [at, kind] of ['names', 'texts'].entries()) {
    if (recorded[at] === null) continue;
    const pattern = new RegExp(`\\b(?:${words})\\b`, 'g');
    const checked = places[kind].filter((one) => recorded[1] !== null || one.words.split(' ').length <= 3);
    const found = checked.flatMap((one) => Array.from(one.words.matchAll(pattern), () => one));
    if (option === '--list' && new RegExp(`^(?:${words})$`).test(listing))
      for (const one of found) say(`${one.at} ${one.words.trim()}`);
    row[at] = Math.min(found.length, recorded[at]);
    if (found.length === recorded[at] || option) continue;
    process.exitCode = 1;
    if (found.length < recorded[at]) {
      say(
        `'${words}' in ${kind}: ${found.length} are left; write ${found.length} in tests/glossary.mjs, where ${recorded[at]} stands.`,
      );
      continue;
    }
    for (const one of found) say(`${one.at} ${one.words.trim()}`);
    say(`'${words}' in ${kind}: ${found.length}, and ${recorded[at]} are recorded. Instead: ${instead}.\n`);
  }
  lowered.set(
    `  ['${words}', '${instead}', ${recorded.map(String).join(', ')}],`,
    `  ['${words}', '${instead}', ${row.map(String).join(', ')}],`,
  );
}
for (const file of files.filter((one) => /\/messages\/[\w.]+\.json$|^openapi\/mizan\.json$/.test(one)))
  for (const { words, at } of screenTextsOf(file))
    for (const [pattern, instead] of SCREENS) {
      if (!pattern.test(words)) continue;
      process.exitCode = 1;
      say(`${at} ${words}\nInstead: ${instead}.\n`);
    }
const spoken = files.filter((one) => /\.(?:md|rs|tsx?|mjs)$/.test(one) && !one.endsWith('.d.ts'));
const paragraphs = spoken.flatMap((file) => Array.from(paragraphsOf(file), (one) => ({ ...one, file })));
const reported = new Set();
for (const { file, line, words } of [...helps, ...paragraphs])
  for (const sentence of words
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?]) (?=\p{Lu})/u)) {
    const pronouns = sentence.match(PRONOUNS)?.length ?? 0;
    if ((!UNNAMED.test(sentence) && pronouns <= FEW_PRONOUNS) || reported.has(`${file}${sentence}`)) continue;
    reported.add(`${file}${sentence}`);
    process.exitCode = 1;
    const instead =
      pronouns > FEW_PRONOUNS ? `${pronouns} times "it" or "which": say what is meant` : 'Name the person';
    say(`${file}:${line} ${sentence.trim()}\n${instead}.\n`);
  }
if (option === '--lower') {
  const lines = read('tests/glossary.mjs').split('\n');
  writeFileSync('tests/glossary.mjs', lines.map((line) => lowered.get(line) ?? line).join('\n'));
}
