import { useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { Invitation, PeopleAnswer, PersonAnswer, PersonRole } from '../../../api/contract/people.ts'
import { useLoaded } from '../use-answer.ts'
import { useEditorApi } from '../use-editor-api.ts'

/** What was done last, for a message. */
export interface Done {
  /** A sentence. */
  text: string
  /** A link to pass on. It is shown only once. */
  url?: string
}

/** Who edits, and what an administrator does about it. */
export interface People {
  /** Undefined until the server has answered. */
  answer: PeopleAnswer | undefined
  /** Why something did not happen. */
  message: string | undefined
  done: Done | undefined
  isBusy: boolean
  /** Loads the list again. */
  reload: () => void
  /** Says whether it happened. */
  invite: (invitation: Invitation) => Promise<boolean>
  setRole: (id: string, role: PersonRole) => void
  link: (id: string, by: 'mail' | 'hand') => void
  revoke: (id: string) => void
  erase: (id: string) => void
}

export function usePeople(): People {
  const api = useEditorApi()
  const { answer, message, setAnswer, reload } = useLoaded<PeopleAnswer>('/people')
  const [actMessage, setActMessage] = useState<string>()
  const [done, setDone] = useState<Done>()
  const [isBusy, setBusy] = useState(false)

  async function attempt(work: () => Promise<Done>): Promise<boolean> {
    setBusy(true)
    setDone(undefined)
    try {
      setDone(await work())
      setActMessage(undefined)
      return true
    } catch (error) {
      setActMessage(messageOf(error))
      // Another administrator may have been first, and who was invited is listed even if the mail could not be sent.
      await reload()
      return false
    } finally {
      setBusy(false)
    }
  }

  /** Changes a person. The server answers with the whole list. */
  function change(id: string, what: string, text: string, body?: object): void {
    const method = what === 'role' ? 'PUT' : 'POST'
    void attempt(async () => {
      setAnswer(await api<PeopleAnswer>(`/people/${id}/${what}`, { method, body }))
      return { text }
    })
  }

  return {
    answer,
    message: actMessage ?? message,
    done,
    isBusy,
    reload: () => void reload(),
    invite: async (invitation) => {
      const isIn = await attempt(async () =>
        told(await api<PersonAnswer>('/people', { method: 'POST', body: invitation })),
      )
      if (isIn) await reload()
      return isIn
    },
    setRole: (id, role) => change(id, 'role', `Changed: ${role} from now on.`, { role }),
    link: (id, by) =>
      void attempt(async () =>
        told(await api<PersonAnswer>(`/people/${id}/link`, { method: 'POST', body: { by } })),
      ),
    revoke: (id) => change(id, 'revoke', 'Revoked: signed out everywhere, and their links no longer work.'),
    erase: (id) => change(id, 'erase', 'Erased. What this person wrote stays, under “Former editor”.'),
  }
}

function told({ person, link }: PersonAnswer): Done {
  if (link === null) return { text: `A link is on its way to ${person.email}.` }
  return { text: `${person.name} signs in with this link, once. It is not shown again.`, url: link.url }
}
