// What a product is built from: the packed crates, each unpacked, and the packed npm packages, in one folder.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a crate may hold, by its path within it. */
const IN_CRATE =
  /^(?:Cargo\.(?:toml|toml\.orig|lock)|\.cargo_vcs_info\.json|README\.md|LICENSE-(?:MIT|APACHE)|policy\.csv|package\.json|build\.rs|(?:src|migrations|templates|ui|dist)\/.+)$/;
/** The same of an npm package. */
const IN_PACKAGE =
  /^(?:package\.json|README\.md|LICENSE\S*|index\.html|mizan\.json|redocly\.yaml|(?:src|vite|ui|public|scripts|messages|docs|python|go)\/.+)$/;
const NEVER = /\.test\.\w+$|(?:^|\/)(?:node_modules|target|__pycache__)\/|\.(?:map|sqlite|db)$/;

const files = (root) =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    : [];

/** Unpacks an archive into a new folder, and returns the one within it. What may not be there is an error. */
function unpacked(archive, allowed) {
  const fresh = mkdtempSync(join(tmpdir(), 'mizan-packed-'));
  execFileSync('tar', ['xzf', archive, '-C', fresh]);
  const [name = ''] = readdirSync(fresh);
  const present = files(join(fresh, name));
  const wrong = present.find((path) => !allowed.test(path) || NEVER.test(path));
  if (wrong) throw new Error(`${archive} holds ${wrong}`);
  return { fresh, name, present };
}

/** Unpacks a crate into `folder`. A file that is the same as before is left, so that cargo sees what has changed. */
function unpackCrate(archive, folder) {
  const { fresh, name, present } = unpacked(archive, IN_CRATE);
  const [from, to] = [join(fresh, name), join(folder, name)];
  for (const path of present) {
    const bytes = readFileSync(join(from, path));
    if (existsSync(join(to, path)) && readFileSync(join(to, path)).equals(bytes)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
  }
  for (const path of files(to)) if (!present.includes(path)) rmSync(join(to, path));
  rmSync(fresh, { recursive: true });
}

/** Packs all that can be published into `folder`, and returns how much that is. */
export function pack(folder, target) {
  const output = { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'inherit'] };
  const metadata = execFileSync('cargo', ['metadata', '--offline', '--no-deps', '--format-version', '1'], output);
  const crates = JSON.parse(metadata).packages.filter(({ publish }) => publish === null);
  const named = crates.flatMap(({ name }) => ['-p', name]);
  execFileSync('cargo', ['package', '--quiet', '--offline', '--no-verify', '--allow-dirty', ...named], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CARGO_TARGET_DIR: target },
  });
  for (const { name, version } of crates) unpackCrate(join(target, 'package', `${name}-${version}.crate`), folder);
  execFileSync('npm', ['run', '--silent', 'packages'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const packages = readdirSync('target/packages');
  for (const name of packages) {
    const archive = join('target/packages', name);
    rmSync(unpacked(archive, IN_PACKAGE).fresh, { recursive: true });
    copyFileSync(archive, join(folder, name));
  }
  return { crates: crates.length, packages: packages.length };
}
