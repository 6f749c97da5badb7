import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../support/lake.ts'

/** A command as a guide spells it, and where. */
interface Documented {
  command: string
  guide: string
}

const PROGRAMS = /^(?:npm|npx|node|nginx|systemctl|docker|curl|git|du|psql)\s/u

/** Every command that a guide or the comment of a deployed file names, once for each file. */
export function documentedCommands(): Documented[] {
  const exclude = ['**/node_modules/**', 'var/**', 'dist/**']
  return globSync(['**/*.md', 'api/deploy/*'], { cwd: root, exclude })
    .filter((file) => !file.endsWith('.json'))
    .flatMap((guide) => {
      const found = commandsIn(readFileSync(path.join(root, guide), 'utf8'))
      return [...new Set(found)].map((command) => ({ command, guide }))
    })
}

function commandsIn(text: string): string[] {
  const fenced = [...text.matchAll(/^```sh\n([^]*?)^```/gmu)].flatMap(([, lines = '']) => lines.split('\n'))
  const indented = [...text.matchAll(/^# {3}(?=\S)(.+)$/gmu)].map(([, line = '']) =>
    line.replaceAll(/\S+=\S+ (?=.*\bdocker compose)/gu, ''),
  )
  const inline = [...text.matchAll(/`([^`\n]+)`/gu)].map(([, code = '']) => code)
  return [...fenced, ...indented, ...inline, ...text.split('\n').flatMap(alsoIn)]
    .flatMap((line) => line.split(' && '))
    .map((command) => command.trim())
    .filter((command) => PROGRAMS.test(command))
}

/** Reads the commands after “also” in a table row, which leave out the beginning they share. */
function alsoIn(row: string): string[] {
  const [, command, rest = ''] = /^\| `(npm run \w+) -- [^`]+`.*?\balso (.*)/u.exec(row) ?? []
  return [...rest.matchAll(/`([^`]+)`/gu)].map(([, words = '']) => `${command} -- ${words}`)
}
