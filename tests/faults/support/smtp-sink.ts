import { SMTPServer } from 'smtp-server'

/** How a mail server treats one attempt. */
export type Treatment =
  /** 250. */
  | 'accept'
  /** 451 before the message is sent, as greylisting does. */
  | 'greylist'
  /** 550 to the recipient, as where the mailbox is misspelt. */
  | 'unknown'
  /** 554 after the message, as a filter says. */
  | 'spam'
  /** 452 after the message. */
  | 'full'
  /** Takes the message, and hangs up instead of saying so. */
  | 'drop'
  /** Takes the message, and says nothing at all. */
  | 'hang'

/** A mail server that treats each attempt as it is told, and remembers what it took. */
export interface SmtpSink {
  url: string
  /** Message-IDs in the order they were taken, repeats included. */
  taken: string[]
  /** Whole messages by Message-ID. */
  messages: Map<string, string>
  /** Message-IDs whose sender could not know that they had been taken. */
  unclear: Set<string>
  close(): Promise<void>
}

/** Starts a mail server. `treat` is asked once for each attempt, with the count of all attempts so far. */
export async function startSmtpSink(treat: (attempt: number) => Treatment): Promise<SmtpSink> {
  const taken: string[] = []
  const messages = new Map<string, string>()
  const unclear = new Set<string>()
  const treatments = new WeakMap<object, Treatment>()
  let attempts = 0

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom(_address, session, callback) {
      attempts += 1
      const treatment = treat(attempts)
      treatments.set(session, treatment)
      callback(treatment === 'greylist' ? refusal(451) : null)
    },
    onRcptTo(_address, session, callback) {
      callback(treatments.get(session) === 'unknown' ? refusal(550) : null)
    },
    onData(stream, session, callback) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => take(text, session, callback))
    },
  })

  function take(text: string, session: object, callback: (error?: Error | null) => void): void {
    const treatment = treatments.get(session) ?? 'accept'
    if (treatment === 'full' || treatment === 'spam') {
      callback(refusal(treatment === 'full' ? 452 : 554))
      return
    }
    const id = /^Message-ID: (\S+)/imu.exec(text)?.[1] ?? ''
    taken.push(id)
    messages.set(id, text)
    if (treatment === 'accept') {
      callback(null)
      return
    }
    unclear.add(id)
    const connection = [...server.connections].find((one) => one.session === session)
    if (treatment === 'drop') connection?.close()
  }
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    messages,
    unclear,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('Not now'), { responseCode })
}
