// The Idempotency-Key of an action: however often it is sent, it has one effect.
import { useState } from 'react';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** A random UUID. `crypto.randomUUID` only exists over HTTPS and on localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4, variant 1, by RFC 9562.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * An action of the user, such as creating a form's record. It keeps its key while the same content is sent, so that a
 * retry after a lost response gets the first response. Changed content, as after a rejection, and anything after a
 * success, gets a new key.
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

/** The intent of a form or a dialog, for as long as it is mounted. */
export const useIntent = (): Intent => useState(() => new Intent())[0];
