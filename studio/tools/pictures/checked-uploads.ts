import type { AssetSource, AssetSourceUploader } from 'sanity'
import { readFile } from './file-fault.ts'

type Upload = Parameters<AssetSourceUploader['upload']>
type Subscriber = Parameters<AssetSourceUploader['subscribe']>[0]
/** Shows an editor why a file was refused; undefined once that is over. */
type Refuse = (sentence: string | undefined) => void

const listeners = new WeakMap<object, Refuse>()

/** Has `refuse` told of the uploads of a form's input. An upload knows its input by how it changes the value. */
export function listenTo(onChange: object, refuse: Refuse): void {
  listeners.set(onChange, refuse)
}

/**
 * A source of pictures as it was, but for its uploads: files are looked into before they are sent, and whatever
 * refuses one says so in the form. The Studio's own words for all that are “See the console”.
 */
export function withCheckedUploads(source: AssetSource): AssetSource {
  const { Uploader } = source
  if (!Uploader) return source
  return {
    ...source,
    Uploader: class extends Uploader {
      readonly #subscribers = new Set<Subscriber>()
      #refuse: Refuse = () => undefined

      override upload(...[files, options]: Upload): ReturnType<AssetSourceUploader['upload']> {
        this.#refuse = listeners.get(options?.onChange ?? this) ?? this.#refuse
        this.#refuse(undefined)
        void this.#check(files).then((checked) => {
          if (checked.length > 0) super.upload(checked, options)
          // The input waits for the end of what it began.
          else for (const subscriber of this.#subscribers) subscriber({ type: 'all-complete', files: [] })
        })
        return []
      }

      override subscribe(subscriber: Subscriber): () => void {
        const unsubscribe = super.subscribe((event) => {
          if (event.type === 'error') this.#refuse(wordsFor(event.files.at(-1)?.error))
          else subscriber(event)
        })
        this.#subscribers.add(subscriber)
        return () => {
          this.#subscribers.delete(subscriber)
          unsubscribe()
        }
      }

      async #check(files: readonly File[]): Promise<File[]> {
        const found = await Promise.all(files.map(async (file) => ({ file, ...(await readFile(file)) })))
        return found.flatMap((one) => {
          if ('type' in one) return [typed(one.file, one.type)]
          this.#refuse(one.fault)
          return []
        })
      }
    },
  }
}

/** The file under the type that it is, whatever its name says: the Studio looks at nothing else. */
function typed(file: File, type: string): File {
  return file.type === type ? file : new File([file], file.name, { type })
}

/** The content lake says what it refuses in a sentence. */
function wordsFor(error: Error | undefined): string {
  const isRefusal = error && 'statusCode' in error && Number(error.statusCode) < 500
  return isRefusal
    ? error.message
    : `The file did not get through (${error?.message ?? 'no reason was given'}). Upload it again in a moment.`
}
