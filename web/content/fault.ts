/** Something that keeps a document from being shown, in an editor's words, and where it is. */
export interface ContentFault {
  /** Id of the document. */
  document: string
  message: string
  /** The field, as the Studio spells its path; none where the document itself is missing. */
  path?: string
}

/** Why a picture can't be shown, by the id of its asset: the words that follow the field's name. */
export type BrokenPictures = ReadonlyMap<string, string>
