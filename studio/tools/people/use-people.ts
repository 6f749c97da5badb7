import { useState } from 'react'
import { messageOf } from '../../../api/contract/operational-error.ts'
import type { Invitation, PeopleAnswer, PersonAnswer, PersonRole } from '../../../api/contract/people.ts'
import { useLoaded } from '../use-answer.ts'
import { useEditorApi } from '../use-editor-api.ts'

/** What was done last, to be said. */
interface Done {
  /** A sentence. */
  text: string
  /** A link that is to be handed on, and is shown this once. */
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
  /** Asks once more who edits. */
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
      return false
    } finally {
      setBusy(false)
    }
  }

  /** Changes somebody, which is answered with everybody. */
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
      // Somebody who was taken in is on the list, even where the mail did not go out.
      await reload()
      return isIn
    },
    setRole: (id, role) => change(id, 'role', `Changed: ${role} from now on.`, { role }),
    link: (id, by) =>
      void attempt(async () =>
        told(await api<PersonAnswer>(`/people/${id}/link`, { method: 'POST', body: { by } })),
      ),
    revoke: (id) => change(id, 'revoke', 'Revoked: signed out everywhere, and no link works any more.'),
    erase: (id) => change(id, 'erase', 'Erased. What was written stays, by a former editor.'),
  }
}

function told({ person, link }: PersonAnswer): Done {
  if (link === null) return { text: `A link is on its way to ${person.email}.` }
  return { text: `${person.name} signs in once with this link. It is shown this once.`, url: link.url }
}
