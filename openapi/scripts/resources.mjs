// Writes the resources of a document by name, with their view and input types and the names of their verbs, so that a misspelt
// one fails the type check. The types are those of `schema.d.ts` in the same folder.
//
//   node scripts/resources.mjs [DOCUMENT FILE]
import { readFileSync, writeFileSync } from 'node:fs';

const [from = 'mizan.json', to = 'src/resources.d.ts'] = process.argv.slice(2);
const document = JSON.parse(readFileSync(from, 'utf8'));

const schema = (name) => `components['schemas']['${name}']`;

/** The last path segments of a resource's verbs. */
function verbsOf({ path, operations }) {
  const own = new Set(Object.values(operations));
  const before = `${path}/{id}/`;
  return Object.entries(document.paths)
    .filter(([at, { post }]) => post && at.startsWith(before) && !own.has(post.operationId))
    .map(([at]) => at.slice(before.length))
    .filter((verb) => !verb.includes('/'))
    .toSorted();
}

const resources = document.tags
  .flatMap((tag) => tag['x-resource'] ?? [])
  .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  .map((resource) => {
    const { name, schemas } = resource;
    const verbs = verbsOf(resource).map((verb) => `'${verb}'`);
    return `  '${name}': {
    view: ${schema(schemas.view)};
    input: ${schemas.input ? schema(schemas.input) : 'never'};
    verbs: ${verbs.join(' | ') || 'never'};
  };`;
  });

writeFileSync(
  to,
  `// Generated from the document: its resources by their names.
import type { components } from './schema.d.ts';

export interface Resources {
${resources.join('\n')}
}
`,
);
