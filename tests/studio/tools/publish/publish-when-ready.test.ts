import type { SanityClient } from '@sanity/client'
import { BehaviorSubject, merge, NEVER, of } from 'rxjs'
import type { DocumentStore, SanityDocument } from 'sanity'
import { expect, onTestFinished, test, vi } from 'vitest'
import { publishWhenReady } from '../../../../studio/tools/publish/publish-when-ready.ts'
import { startLake } from '../../lake/fixture.ts'

interface State {
  ready: boolean
  draft: SanityDocument | null
  published: SanityDocument | null
}

/**
 * A publish of a lake's document that waits until `settle` says how the form has it by then, with no edit on its way.
 */
async function waitingPublish(client: SanityClient, id: string) {
  const read = async (name: string) => (await client.getDocument<SanityDocument>(name)) ?? null
  const state: State = { ready: true, draft: await read(`drafts.${id}`), published: await read(id) }
  const editState = new BehaviorSubject(state)
  const isStored = new BehaviorSubject(false)
  const patch = {
    disabled: false,
    execute: async ([{ unset }]: [{ unset: string[] }]) => {
      await client.patch(`drafts.${id}`).unset(unset).commit()
      editState.next({ ...state, draft: await read(`drafts.${id}`) })
    },
  }
  const pair = {
    editState: () => editState,
    consistencyStatus: () => isStored,
    editOperations: () => merge(of({ patch, commit: { disabled: true } }), NEVER),
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

test('an upload whose tab is gone holds a publish no longer than the Studio waits for it', async () => {
  const { client } = await startLake()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const picture = { _type: 'image', _upload: { progress: 40, updatedAt: new Date().toISOString() } }
  await client.patch('drafts.faq-new').set({ picture }).commit()
  const { publishing, settle, done } = await waitingPublish(client, 'faq-new')
  settle({})
  await vi.advanceTimersByTimeAsync(115_000)
  expect(await client.getDocument('faq-new')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(10_000)
  const read = async () => (await client.getDocument<SanityDocument>('faq-new')) ?? null
  await expect.poll(read).toMatchObject({ picture: { _type: 'image' } })
  settle({ draft: null, published: await read() })
  await publishing
  expect(done).toEqual(['after'])
})
