// Names: their words, and the ways to write them.

/** The words of a name in camel, snake or kebab case, in lower case. */
export function wordsOf(name) {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

export const pascal = (name) => wordsOf(name).map(capital).join('');
export const snake = (name) => wordsOf(name).join('_');

/** A plural as one of them: `conditions` is `condition`, `properties` is `property`. */
export function singular(name) {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}

/** A text in lines of at most `width` characters; a word that is longer has a line of its own. */
export function wrapped(text, width) {
  const lines = [];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
