// Writes src/resources.d.ts: the resources of the document by name, with their view and input types and the names of
// their verbs, so that a misspelt one fails the type check.
import { readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync('mizan.json', 'utf8'));

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
  'src/resources.d.ts',
  `// Generated from the document: its resources by their names.
import type { components } from './schema.d.ts';

export interface Resources {
${resources.join('\n')}
}
`,
);
