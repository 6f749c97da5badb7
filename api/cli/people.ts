import { existsSync } from 'node:fs'
import path from 'node:path'
import { asStored } from '../contract/email.ts'
import { OperationalError } from '../contract/operational-error.ts'
import { invitation, PERSON_ROLES, type Person, type PersonRole } from '../contract/people.ts'
import { LASTS_MS, makeLink } from '../people/links.ts'
import type { Call } from '../store/operations.ts'
import { openStore } from '../store/store.ts'
import { loadSettings, readArguments, runMain, userName } from './command.ts'
import { requireStore } from './stored.ts'

const USAGE = `Usage: npm run people -- COMMAND

  list                                 everybody who may sign in, and who may no longer
  invite EMAIL NAME [--administrator]  takes somebody in as an editor, and prints a link that signs them in once
  link EMAIL                           another such link, which works for a day
  role EMAIL administrator|editor      what somebody may do
  revoke EMAIL                         ends their sessions and links at once
  erase EMAIL                          name and address of somebody who was revoked

Who does it stays in the audit list. They work on the store that DATA_DIR or DATABASE_URL names, also while the server
runs. Links lead to SITE_URL.`

const COMMANDS = {
  list: {},
  invite: { needs: ['EMAIL', 'NAME'], options: ['administrator'] },
  link: { needs: ['EMAIL'] },
  role: { needs: ['EMAIL', 'administrator or editor'] },
  revoke: { needs: ['EMAIL'] },
  erase: { needs: ['EMAIL'] },
}

async function main(): Promise<number> {
  const { words, values } = readArguments({
    usage: USAGE,
    options: { administrator: { type: 'boolean', default: false } },
    commands: COMMANDS,
  })
  const env = loadSettings()
  if (env.SANITY_PROJECT_ID !== undefined)
    throw new OperationalError('The content is hosted: invite people at https://sanity.io/manage.')
  if (env.LAKE_TOKEN === undefined)
    throw new OperationalError('Nobody has to sign in here: set LAKE_TOKEN to give people names and roles.')
  const dataDir = path.resolve(env.DATA_DIR)
  if (env.DATABASE_URL === undefined && !existsSync(dataDir))
    throw new OperationalError(
      `There is no folder ${dataDir}: set DATA_DIR or DATABASE_URL as the server has it.`,
    )
  // The first invitation may come before the first start.
  if (words[0] !== 'invite') requireStore(env, 'people')
  let fault: string | undefined
  const store = openStore({
    dataDir,
    databaseUrl: env.DATABASE_URL,
    synchronous: 'full',
    onFault: (message) => (fault = message),
  })
  const origin = env.SITE_URL ?? `http://127.0.0.1:${env.PORT}`
  try {
    await command({ call: store.call, origin }, words, values.administrator)
    return 0
  } catch (error) {
    throw fault === undefined ? error : new OperationalError(fault, { cause: error })
  } finally {
    await store.close()
  }
}

interface Site {
  call: Call
  origin: string
}

async function command(site: Site, words: string[], isAdministrator: boolean): Promise<void> {
  const [name = '', email = '', third = ''] = words
  if (name === 'list') return list(site.call)
  if (name === 'invite') return invite(site, email, third, isAdministrator ? 'administrator' : 'editor')
  await WORK[name as keyof typeof WORK](site, await find(site.call, email), third)
}

const WORK = {
  link: (site: Site, person: Person) => link(site, person, LASTS_MS.handed),
  role: async ({ call }: Site, { id, name }: Person, word: string) => {
    const role = PERSON_ROLES.find((one) => one === word)
    if (!role) throw new OperationalError(`A role is one of ${PERSON_ROLES.join(', ')}. Nothing was changed.`)
    await change(call, id, role)
    console.info(`${name} is an ${role} now.`)
  },
  revoke: async ({ call }: Site, { id, name }: Person) => {
    await change(call, id, 'none')
    console.info(`${name} can no longer sign in.`)
  },
  erase: async ({ call }: Site, { id }: Person) => {
    if (!(await call('erasePerson', id, userName(), Date.now())))
      throw new OperationalError('Revoke this person first. Nothing was erased.')
    console.info('Erased. What this person wrote stays, by a former editor.')
  },
}

async function list(call: Call): Promise<void> {
  for (const { email, name, role, signedInAt, revokedAt } of await call('people')) {
    const seen = signedInAt === null ? 'never signed in' : `signed in ${signedInAt}`
    console.info([email, name, role, revokedAt === null ? seen : `revoked ${revokedAt}`].join('\t'))
  }
}

async function invite(site: Site, email: string, name: string, role: PersonRole): Promise<void> {
  const { data, error } = invitation.safeParse({ email, name, role })
  if (error) throw new OperationalError(error.issues.map(({ message }) => message))
  const person = await site.call('invite', data, userName(), Date.now())
  if (!person)
    throw new OperationalError(
      'Somebody on the list has this address: npm run people -- link makes another link.',
    )
  await link(site, person, LASTS_MS.invitation)
}

async function link({ call, origin }: Site, person: Person, lastsMs: number): Promise<void> {
  const made = await makeLink(call, { personId: person.id, editor: userName(), lastsMs, origin }, Date.now())
  if (!made) throw new OperationalError(`${person.name} was revoked: invite them again. No link was made.`)
  console.info(`${person.name} signs in once, until ${new Date(made.expiresAt).toISOString()}, with`)
  console.info(made.url)
}

/** Somebody by their address. @throws OperationalError */
async function find(call: Call, email: string): Promise<Person> {
  const wanted = asStored(email)
  const person = (await call('people')).find((one) => one.email === wanted)
  if (person) return person
  throw new OperationalError('Nobody has this address: npm run people -- list shows who is there.')
}

async function change(call: Call, id: string, access: PersonRole | 'none'): Promise<void> {
  const changed = await call('changeAccess', { id, access }, userName(), Date.now())
  if (changed === 'last')
    throw new OperationalError(
      'This is the last administrator: make somebody else one first. Nothing was changed.',
    )
  if (changed === 'missing') throw new OperationalError('This person was revoked already.')
}

await runMain(main)
