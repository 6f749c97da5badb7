import type { AssetSource, AssetSourceUploader, AssetSourceUploadFile } from 'sanity'
import { tellBroken } from '../publish/uploads.ts'
import { readFile } from './file-fault.ts'

type Upload = Parameters<AssetSourceUploader['upload']>
type Subscriber = Parameters<AssetSourceUploader['subscribe']>[0]
/** Shows why a file was refused; undefined clears it. */
type Refuse = (sentence: string | undefined) => void

interface Listener {
  /** The document that the input is in. */
  documentId: string
  refuse: Refuse
}

const listeners = new WeakMap<object, Listener>()

/** Has a form's input told of its uploads. An upload knows its input by how it changes the value. */
export function listenTo(onChange: object, listener: Listener): void {
  listeners.set(onChange, listener)
}

/**
 * Wraps a source of pictures so that files are checked before they are uploaded, and every refusal is explained in the
 * form. The Studio itself only says “See the console”.
 */
export function withCheckedUploads(source: AssetSource): AssetSource {
  const { Uploader } = source
  if (!Uploader) return source
  return {
    ...source,
    Uploader: class extends Uploader {
      readonly #subscribers = new Set<Subscriber>()
      #listener: Listener | undefined
      #isAborted = false

      override upload(...[files, options]: Upload): ReturnType<AssetSourceUploader['upload']> {
        this.#listener = listeners.get(options?.onChange ?? this)
        this.#listener?.refuse(undefined)
        void this.#send(files, options)
        return []
      }

      // Cancelled by its button, or because the form was left.
      override abort(...file: Parameters<AssetSourceUploader['abort']>): void {
        this.#isAborted = true
        this.#tellBroken()
        super.abort(...file)
      }

      async #send(files: Upload[0], options: Upload[1]): Promise<void> {
        const checked = await this.#check(files)
        if (checked.length > 0 && !this.#isAborted) super.upload(checked, options)
        // The input waits for the end of an upload that it started.
        else for (const subscriber of this.#subscribers) subscriber({ type: 'all-complete', files: [] })
      }

      override subscribe(subscriber: Subscriber): () => void {
        const unsubscribe = super.subscribe((event) => {
          if (event.type === 'all-complete') this.#tellOf(event.files)
          // An error would make the Studio point to the console.
          if (event.type !== 'error') subscriber(event)
        })
        this.#subscribers.add(subscriber)
        return () => {
          this.#subscribers.delete(subscriber)
          unsubscribe()
        }
      }

      #tellOf(files: readonly AssetSourceUploadFile[]): void {
        const failed = files.find(({ status }) => status === 'error')
        if (failed) this.#refuse(wordsFor(failed.error))
        this.#listener = undefined
      }

      #refuse(sentence: string): void {
        this.#listener?.refuse(sentence)
        this.#tellBroken()
      }

      /** Unless all has arrived. */
      #tellBroken(): void {
        if (this.#listener) tellBroken(this.#listener.documentId)
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

/** The file with its real media type, the only thing that the Studio looks at. */
function typed(file: File, type: string): File {
  return file.type === type ? file : new File([file], file.name, { type })
}

/** The content lake explains a refusal in a sentence. */
function wordsFor(error: Error | undefined): string {
  const isRefusal = error && 'statusCode' in error && Number(error.statusCode) < 500
  return isRefusal
    ? error.message
    : `The file did not arrive (${error?.message ?? 'no reason was given'}). Upload it again in a moment.`
}
