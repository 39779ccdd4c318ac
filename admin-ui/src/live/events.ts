// Reads server-sent events out of the pieces of text in which they arrive.

export interface ServerEvent {
  type: string;
  data: string;
}

export class EventReader {
  /** The position of the last whole event, with which a client connects again. */
  lastId: string | undefined;
  /** Milliseconds to wait before that, if the server says so. */
  retry: number | undefined;
  #rest = '';
  #type = '';
  #data: string[] = [];
  #id: string | undefined;

  /** Forgets half an event: a new connection sends it once more. */
  begin(): void {
    this.#rest = '';
    this.#type = '';
    this.#data = [];
    this.#id = undefined;
  }

  /** Returns the events that this piece completes. */
  read(piece: string): ServerEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): ServerEvent | undefined {
    if (line === '') return this.#end();
    const at = line.indexOf(':');
    const [name, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (name === 'event') this.#type = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'id') this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
    return undefined;
  }

  #end(): ServerEvent | undefined {
    const event = this.#data.length > 0 ? { type: this.#type || 'message', data: this.#data.join('\n') } : undefined;
    this.lastId = this.#id ?? this.lastId;
    this.#type = '';
    this.#data = [];
    return event;
  }
}
