/** How long Undo is offered, in milliseconds. */
export const UNDO_OFFERED = 8000;

/** The toast that offers it: there is one, for the newest change that can be undone. */
export const UNDO_TOAST = 'undo';
