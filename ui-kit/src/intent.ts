// The Idempotency-Key of an action: however often it is sent, it has one effect.
import { useState } from 'react';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** A random UUID. `crypto.randomUUID` is only there over https and on localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4, variant 1, as RFC 9562 has them.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * One thing that a person wants done, such as a form's record to be made. It keeps its key for as long as it is sent
 * unchanged, so that a repeated one whose first answer got lost is answered as the first was. What was changed, as
 * after a refusal, and what is sent after it was done, gets a new key.
 */
export class Intent {
  #sent: { what: string; key: string } | undefined;

  async send<Answer>(what: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> {
    const written = JSON.stringify(what ?? null);
    const sent = this.#sent?.what === written ? this.#sent : { what: written, key: newKey() };
    this.#sent = sent;
    const answer = await send(sent.key);
    if (this.#sent === sent) this.#sent = undefined;
    return answer;
  }
}

/** The intent of a form or a dialog: it lasts as long as that is on the screen. */
export const useIntent = (): Intent => useState(() => new Intent())[0];
