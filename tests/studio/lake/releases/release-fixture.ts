import type { SanityClient } from '@sanity/client'

/** A release of two documents and one that is taken away. */
export async function fill(client: SanityClient): Promise<void> {
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'spring', publishedId: 'faq-one', baseId: 'faq-one' })
  await client.patch('versions.spring.faq-one').set({ title: 'Spring prices' }).commit()
  await client.createVersion({
    releaseId: 'spring',
    publishedId: 'faq-new',
    baseId: 'drafts.faq-new',
  })
  await client.unpublishVersion({ releaseId: 'spring', publishedId: 'logo' })
}
