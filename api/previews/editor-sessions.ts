import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { isRefusal, type CheckEditor } from '../editors/editors.ts'
import { LAKE_COOKIE, PERSON_COOKIE } from '../people/sessions.ts'

/** The sessions that previews are opened in, where editors sign in here. */
export interface EditorSessions {
  /**
   * What names the session that a request comes with, in 500 characters at most; it opens nothing to anybody who reads
   * it.
   */
  nameOf(headers: Headers): Promise<string>
  /** Whether that session has not ended. @throws ProblemError while that can't be found out */
  isLive(name: string): Promise<boolean>
}

interface Options {
  checkEditor: CheckEditor
  /** `LAKE_TOKEN`: another one ends what was opened with this. */
  token: string
  /** The key of previews. Without it, names would let a reader test guesses at the token. */
  key: () => Promise<Buffer>
}

/** Stands for a program that sends the token: it has no session, and is admitted for as long as the token stays. */
const PROGRAM = 'program'
/**
 * The lake refuses a bearer that is not the token. A proxy's own password has another scheme, and comes with a cookie.
 */
const TOKEN = /^Bearer ./iu
/** A browser may send several cookies of this name, as those of parent domains come along. */
const MAX_COOKIES = 4
const OWN_COOKIE = new RegExp(`(?<=^|;\\s*)(?:${PERSON_COOKIE}|${LAKE_COOKIE})=[\\w-]{43}(?=;|$)`, 'gu')

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Sessions as the content lake knows them, of people and of the token. It is asked each time, as for every other
 * address for editors. It knows a session by its cookie, so a name holds the cookie, encrypted.
 */
export function editorSessions({ checkEditor, token, key }: Options): EditorSessions {
  let made: Buffer | undefined

  async function sealingKey(): Promise<Buffer> {
    return (made ??= createHmac('sha256', await key())
      .update(token)
      .digest())
  }

  return {
    nameOf: async (headers) => {
      const cookies = headers.get('cookie')?.match(OWN_COOKIE)?.slice(0, MAX_COOKIES) ?? []
      const isProgram = TOKEN.test(headers.get('authorization') ?? '')
      return seal(isProgram ? PROGRAM : cookies.join('; '), await sealingKey())
    },
    isLive: async (name) => {
      const held = unseal(name, await sealingKey())
      if (held === undefined || held === PROGRAM) return held === PROGRAM
      try {
        // The lake answers to this name wherever it is.
        await checkEditor(new Request('http://localhost', { headers: { cookie: held } }), 'see', '127.0.0.1')
        return true
      } catch (error) {
        if (isRefusal(error)) return false
        throw error
      }
    },
  }
}

function seal(text: string, key: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
  const sealed = [iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** Undefined for what was sealed with another key. */
function unseal(sealed: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString()
  } catch {
    return undefined
  }
}
