/** Sanity's three reasons to call: what happened to the published document. */
export type Cause = 'create' | 'update' | 'delete'

export type Webhook = {
  /** Names it in the outbox and the log: must stay the same from start to start. */
  name: string
  /** Where to post; none where the address is known later than the lake is opened: calls wait for it. */
  url?: string | undefined
  secret: string
  /** GROQ on the document, `before()`, `after()` and `delta::…`; every document without one. */
  filter?: string
  /** GROQ for the body; the whole document without one. */
  projection?: string
  on?: readonly Cause[]
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>>
}
