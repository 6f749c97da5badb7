import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const TEXT = /\.(?:html|js|css|svg|json)$/

/** Writes a brotli twin beside every text file of a folder, at the given quality (0 to 11). */
export async function compressFolder(folder: string, quality: number): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => TEXT.test(name)).map((name) => path.join(folder, name))
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  await Promise.all(
    files.map(async (file) => writeFile(`${file}.br`, await compress(await readFile(file), { params }))),
  )
}
