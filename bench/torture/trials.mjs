// All trials, in the order in which they run. A trial has a name, the databases that it applies to, and `run`, which returns
// what was counted and what was measured. `seenToFail` says what was changed or taken out once, and in brackets which counts
// rose then: a zero that nothing raises shows nothing. `rounds` and `minutes` are its length; `few` is the number of rounds of
// the short run that belongs to the tests, on the databases of `fewOn` where a trial has them. It leaves out trials without `few`.
import { ADVISORIES } from './advisories.mjs';
import { ANONYMOUS } from './anonymous.mjs';
import { BACKUP } from './backup.mjs';
import { BOUNDS } from './bounds.mjs';
import { DISCONNECTED } from './disconnected.mjs';
import { DISK } from './disk.mjs';
import { DOCUMENT } from './document.mjs';
import { FAILOVER } from './failover.mjs';
import { FUZZ } from './fuzz.mjs';
import { GUESSES } from './guesses.mjs';
import { INPUT } from './input.mjs';
import { KILL } from './kill.mjs';
import { LOST_UPDATES } from './lost-updates.mjs';
import { MIGRATIONS } from './migrations.mjs';
import { NODES } from './nodes.mjs';
import { OUTAGE } from './outage.mjs';
import { OUTBOX } from './outbox.mjs';
import { OVERLOAD } from './overload.mjs';
import { QUEUES } from './queues.mjs';
import { REPLICAS } from './replicas.mjs';
import { SETS_KILLED } from './sets.mjs';
import { SLOW_CLIENTS } from './slow-clients.mjs';
import { STEADY } from './steady.mjs';
import { STOP } from './stop.mjs';

export const TRIALS = [
  KILL,
  SETS_KILLED,
  OUTBOX,
  LOST_UPDATES,
  BOUNDS,
  OUTAGE,
  DISK,
  STOP,
  BACKUP,
  GUESSES,
  NODES,
  REPLICAS,
  FAILOVER,
  OVERLOAD,
  QUEUES,
  SLOW_CLIENTS,
  DISCONNECTED,
  ANONYMOUS,
  INPUT,
  FUZZ,
  DOCUMENT,
  STEADY,
  MIGRATIONS,
  ADVISORIES,
];
