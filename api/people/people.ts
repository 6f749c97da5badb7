import type { Invitation, PeopleAnswer, Person, PersonAnswer, PersonRole } from '../contract/people.ts'
import { ProblemError } from '../contract/problem.ts'
import { invalidFields, lastAdministrator, mailFailed, malformed, notFound } from '../contract/problems.ts'
import type { Call } from '../store/operations.ts'
import { LASTS_MS, makeLink, type SignInLink } from './links.ts'
import type { Occasion, SignInMail } from './sign-in-mail.ts'

/**
 * Who edits this site. `by` names who makes the change. Calls reject with what the database says, or a ProblemError.
 */
export interface People {
  list(): Promise<PeopleAnswer>
  /** Invites somebody, with a link by mail; if no mail is sent, the answer holds the link. */
  invite(invitation: Invitation, by: string): Promise<PersonAnswer>
  changeAccess(id: string, access: PersonRole | 'none', by: string): Promise<PeopleAnswer>
  /** Erases name and address of somebody who was revoked. */
  erase(id: string, by: string): Promise<PeopleAnswer>
  sendLink(id: string, how: 'mail' | 'hand', by: string): Promise<PersonAnswer>
  /** Mails a link to the person with this address. The caller is not told whether there is one. */
  requestLink: (email: string) => Promise<void>
}

/** To somebody whose list is older than what another administrator did. */
const changedMeanwhile = {
  ...notFound,
  detail: 'Somebody else revoked, invited or erased this person meanwhile. Nothing was changed.',
}

interface PeopleDeps {
  call: Call
  /** Where the site is reached. */
  origin: string
  mail: SignInMail | undefined
  /** Called when somebody's sessions ended. */
  onRevoked: () => void
  now?: () => number
}

export function createPeople({ call, origin, mail, onRevoked, now = Date.now }: PeopleDeps): People {
  async function list(): Promise<PeopleAnswer> {
    return { isOn: true, mails: mail !== undefined, people: await call('people') }
  }

  async function linkFor(personId: string, lastsMs: number, editor: string): Promise<SignInLink> {
    const link = await makeLink(call, { personId, editor, lastsMs, origin }, now())
    if (!link) throw new ProblemError(changedMeanwhile)
    return link
  }

  async function mailed(link: SignInLink, occasion: Occasion): Promise<Person> {
    if (!mail) throw new ProblemError(malformed('This server sends no mail: copy a link in place of it.'))
    await mail.send(link, occasion).catch((error: unknown) => {
      throw new ProblemError(mailFailed, { cause: error })
    })
    return link.person
  }

  return {
    list,
    invite: async (invitation, by) => {
      const person = await call('invite', invitation, by, now())
      if (!person)
        throw new ProblemError(
          invalidFields([{ path: ['email'], message: 'Somebody on the list has this address.' }]),
        )
      const link = await linkFor(person.id, LASTS_MS.invitation, '')
      if (!mail) return handed(link)
      return { person: await mailed(link, 'invitation'), link: null }
    },
    changeAccess: async (id, access, by) => {
      const change = await call('changeAccess', { id, access }, by, now())
      if (change === 'last') throw new ProblemError(lastAdministrator)
      if (change === 'missing') throw new ProblemError(changedMeanwhile)
      if (access === 'none') onRevoked()
      return list()
    },
    erase: async (id, by) => {
      if (!(await call('erasePerson', id, by, now()))) throw new ProblemError(changedMeanwhile)
      return list()
    },
    sendLink: async (id, how, by) => {
      const link = await linkFor(id, LASTS_MS.handed, by)
      if (how === 'hand') return handed(link)
      return { person: await mailed(link, 'sign-in'), link: null }
    },
    requestLink: async (email) => {
      const person = await call('personByEmail', email)
      if (person && mail) await mail.send(await linkFor(person.id, LASTS_MS.asked, ''), 'sign-in')
    },
  }
}

function handed({ person, url, expiresAt }: SignInLink): PersonAnswer {
  return { person, link: { url, expiresAt: new Date(expiresAt).toISOString() } }
}
