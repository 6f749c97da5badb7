import type { SanityClient } from '@sanity/client'
import {
  apiVersion,
  fetchSecretQuery,
  tag,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'

/**
 * Whether the Studio made the secret in this address, not longer than an hour ago. Sanity's own check takes the secret
 * of a shared preview as well, which never expires, and which anybody who may write can set unseen.
 */
export async function isStudioSecret(client: SanityClient, url: string): Promise<boolean> {
  const secret = new URL(url).searchParams.get(urlSearchParamPreviewSecret) ?? ''
  if (secret.trim() === '') return false
  const asking = client.withConfig({ apiVersion, perspective: 'raw', useCdn: false })
  const found = await asking.fetch<{ secret: string } | null>(fetchSecretQuery, { secret }, { tag })
  return found?.secret === secret
}
