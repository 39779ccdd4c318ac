// make press: measures the time from a press on the assessment screen to the frame that shows its result, with the processor
// throttled to a quarter of its speed.
//
//   node bench/phone/press.mjs BINARY [ROUNDS]
//
// Every key, every percent step, and Save & Continue, ROUNDS times each (5). The browser measures a press (Event Timing) in
// steps of 8 ms; it does not report less than 16 ms, which is shown as 16. `touch` is the time from pointer down to the frame
// in which the key reacts; the others are the longest of the press's events, to the frame that shows the result: median, 95th
// percentile and maximum. Fails when the median of all is not below 50 ms. Use an idle machine. Run `npm run build` and
// `cargo build` before.
import { main, milliseconds as number, quantile, sorted } from '../browser.mjs';
import { estimator, onPhone } from './fixture.mjs';

const SLOWER = 4;
const TARGET = 50;
const LEAST = 16;

function line(name, presses) {
  const touch = quantile(sorted(presses.map((press) => press.touch)), 0.5);
  const whole = sorted(presses.map((press) => press.whole));
  const [median, p95, worst] = [quantile(whole, 0.5), quantile(whole, 0.95), whole.at(-1)];
  process.stdout.write(`${name.padEnd(18)}${number(touch)}${number(median)}${number(p95)}${number(worst)}\n`);
  return median < TARGET;
}

/** Runs in the page: collects the events of presses. */
function observe() {
  globalThis.presses = [];
  const record = (entries) => {
    for (const { name, interactionId, duration } of entries) {
      if (interactionId) globalThis.presses.push({ name, duration });
    }
  };
  globalThis.observed = new PerformanceObserver((list) => record(list.getEntries()));
  globalThis.observed.observe({ type: 'event', durationThreshold: 16 });
  globalThis.taken = async () => {
    // Waits for the frame that shows the press, the next one, and the time until the browser reports it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((resolve) => setTimeout(resolve, 60));
    record(globalThis.observed.takeRecords());
    return globalThis.presses.splice(0);
  };
}

await main(([binary, rounds = '5']) =>
  onPhone(binary, [], async ({ context }) => {
    const project = await estimator(context);
    const page = await context.newPage();
    await page.goto(`${project}/0`);
    const keypad = page.getByRole('group', { name: 'Keypad' });
    await keypad.waitFor();
    await page.waitForLoadState('networkidle');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.evaluate(observe);

    const press = async (button) => {
      const { x, y, width, height } = await button.boundingBox();
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      const events = await page.evaluate(() => globalThis.taken());
      const longest = (of) => Math.max(LEAST, ...of.map(({ duration }) => duration));
      return { touch: longest(events.filter(({ name }) => name === 'pointerdown')), whole: longest(events) };
    };
    const steps = page.getByRole('group', { name: 'Change by percent' });
    const save = page.getByRole('button', { name: /^Save/ });
    const times = new Map();
    const measured = async (name, button) => {
      const sample = await press(button);
      times.set(name, [...(times.get(name) ?? []), sample]);
    };
    const clear = async () => {
      for (let digit = 0; digit < 10; digit += 1) await press(keypad.getByRole('button', { name: 'Delete' }));
    };
    // The very first press loads and compiles code, and is not counted.
    await press(keypad.getByRole('button', { name: '1', exact: true }));
    await clear();
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const digit of '1234567890') {
        if (digit === '7') await clear();
        await measured(`key ${digit}`, keypad.getByRole('button', { name: digit, exact: true }));
      }
      await measured('delete', keypad.getByRole('button', { name: 'Delete' }));
      await clear();
      for (const button of await steps.getByRole('button').all()) {
        await measured((await button.textContent()) ?? '', button);
      }
      const before = page.url();
      await measured('Save & Continue', save);
      await page.waitForURL((url) => url.href !== before);
    }
    process.stdout.write(`${''.padEnd(18)}   touch  median     p95   worst\n`);
    for (const [name, sample] of times) line(name, sample);
    const good = line('all', [...times.values()].flat());
    if (!good) process.stderr.write(`The median is not below ${TARGET} ms\n`);
    return good;
  }),
);
