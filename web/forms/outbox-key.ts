/** Where the outbox waits in local storage. Apart, since every page looks whether anything does. */
export const OUTBOX_KEY = 'outbox'
