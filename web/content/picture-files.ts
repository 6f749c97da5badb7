import { PICTURES } from '../../api/contract/addresses.ts'
import type { Documents, StoredDocument } from './documents.ts'

/** Sanity names a picture by the hash of its bytes, its size in pixels and its format. */
const ASSET_ID = /^image-([0-9a-f]{40})-(\d{1,5}x\d{1,5})-(png|jpg|webp|avif|gif|svg)$/

/** What an asset's id tells about its file. */
export interface PictureFile {
  /** `<hash>-<width>x<height>.<extension>`: the file's name in the content lake and on the site. */
  name: string
  /** Of its bytes, in hex. */
  sha1: string
  extension: string
}

/** The file that an asset's id stands for; undefined where it is not the id of a picture that browsers show. */
export function pictureFile(id: string): PictureFile | undefined {
  const [, sha1, size, extension] = ASSET_ID.exec(id) ?? []
  return sha1 && size && extension ? { name: `${sha1}-${size}.${extension}`, sha1, extension } : undefined
}

const own = new WeakMap<StoredDocument, StoredDocument>()

/**
 * The documents with the address of every picture on this site's own origin, made from the asset's id: the stored
 * address could be anything. Other assets have no address.
 */
export function ownImages(documents: Documents): Documents {
  const moved = new Map<string, StoredDocument>()
  for (const [id, document] of documents) moved.set(id, ownImage(document))
  return moved
}

function ownImage(document: StoredDocument): StoredDocument {
  if (!document._type.startsWith('sanity.')) return document
  const known = own.get(document)
  if (known) return known
  const { url: _, ...rest } = document
  const file = document._type === 'sanity.imageAsset' ? pictureFile(document._id) : undefined
  const moved: StoredDocument = file ? { ...rest, url: `/${PICTURES}${file.name}` } : rest
  own.set(document, moved)
  return moved
}
