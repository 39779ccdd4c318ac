/** How long Undo is offered, in milliseconds. */
export const UNDO_OFFERED = 8000;
