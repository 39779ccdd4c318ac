// Loads the ground of a map.
import { use, useEffect, useState } from 'react';
import type { Ground } from './ground';
import { GroundContext } from './ground-context';

/** The ground; `null` without one, or when it cannot be loaded; undefined until it is. */
export function useGround(): Ground | null | undefined {
  const load = use(GroundContext);
  const [ground, setGround] = useState<Ground | null | undefined>(load ? undefined : null);
  useEffect(() => {
    if (!load) return undefined;
    let isShown = true;
    const show = (loaded: Ground | null) => {
      if (isShown) setGround(loaded);
    };
    load().then(
      (file) => show(file.default),
      () => show(null),
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  return ground;
}
