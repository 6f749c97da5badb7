import type { SanityClient } from '@sanity/client'
import { BehaviorSubject, NEVER } from 'rxjs'
import type { DocumentStore, SanityDocument } from 'sanity'
import { expect, test } from 'vitest'
import { publishWhenReady } from '../../../../studio/tools/publish/publish-when-ready.ts'
import { startLake } from '../../lake/fixture.ts'

interface State {
  ready: boolean
  draft: SanityDocument | null
  published: SanityDocument | null
}

/** A publish of a lake's document that waits until `settle` says how the form has it by then, with no edit on its way. */
async function waitingPublish(client: SanityClient, id: string) {
  const read = async (name: string) => (await client.getDocument<SanityDocument>(name)) ?? null
  const state: State = { ready: true, draft: await read(`drafts.${id}`), published: await read(id) }
  const editState = new BehaviorSubject(state)
  const isStored = new BehaviorSubject(false)
  const pair = {
    editState: () => editState,
    consistencyStatus: () => isStored,
    editOperations: () => NEVER,
  } as unknown as DocumentStore['pair']
  const done: string[] = []
  const publishing = publishWhenReady({
    id,
    type: 'faqGroup',
    publishedRev: state.published?._rev,
    pair,
    client,
    faultOf: async () => undefined,
    after: async () => void done.push('after'),
    onStep: () => undefined,
  })
  return {
    done,
    publishing,
    settle: (change: Partial<State>) => {
      editState.next({ ...state, ...change })
      isStored.next(true)
    },
  }
}

test.each(['faq-two', 'faq-new'])(
  'a draft of %s that is discarded meanwhile is told as not published',
  async (id) => {
    const { client } = await startLake()
    const { publishing, settle, done } = await waitingPublish(client, id)
    await client.delete(`drafts.${id}`)
    settle({ draft: null })
    await expect(publishing).rejects.toThrow('The draft was discarded meanwhile: nothing was published.')
    expect(done).toEqual([])
  },
)

test.each(['faq-two', 'faq-new'])(
  'what is to follow does so, where somebody else published %s meanwhile',
  async (id) => {
    const { client } = await startLake()
    const { publishing, settle, done } = await waitingPublish(client, id)
    await client.action({
      actionType: 'sanity.action.document.publish',
      draftId: `drafts.${id}`,
      publishedId: id,
    })
    // The form hears that the draft is gone before it hears what it became.
    settle({ draft: null })
    await publishing
    expect(done).toEqual(['after'])
  },
)
