// The parts of modules within the theme of react-admin's components, once the first of these has been loaded. A module that
// uses none loads none of it.
import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

type Home = ComponentType<{ children: ReactNode }>;

let home: Home | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Sets what is around the parts of modules from now on. */
export function settle(next: Home): void {
  home = next;
  for (const listener of listeners) listener();
}

function atHome(Part: ComponentType<object>): ComponentType<object> {
  return function AtHome(props: object) {
    const Home = useSyncExternalStore(subscribe, () => home);
    return Home ? (
      <Home>
        <Part {...props} />
      </Home>
    ) : (
      <Part {...props} />
    );
  };
}

/** Points whose values are components, by name. */
const NAMED = new Set(['cells', 'inputs', 'screens']);
/** Keys of components elsewhere. */
const PARTS = new Set(['Dialog', 'Item', 'Page', 'Screen', 'Tab', 'Tool', 'Widget']);

/** What a module contributes, with each of its components at home. */
export function withHomes<Value>(value: Value, point = ''): Value {
  if (Array.isArray(value)) return value.map((one: unknown) => withHomes(one)) as Value;
  // A component or an element is an object, too.
  if (value === null || typeof value !== 'object' || '$$typeof' in value) return value;
  const parts = Object.entries(value).map(([key, one]: [string, unknown]) => [
    key,
    one && (PARTS.has(key) || NAMED.has(point)) ? atHome(one as ComponentType<object>) : withHomes(one, key),
  ]);
  return Object.fromEntries(parts) as Value;
}
