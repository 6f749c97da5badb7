import { readFileSync } from 'node:fs'

/** An instruction of a Dockerfile, such as `RUN` and what is run. */
interface Instruction {
  name: string
  value: string
}

/** A stage, from its `FROM` on. */
export interface Stage {
  image: string
  as: string | undefined
  instructions: Instruction[]
}

const NAMES = /^(?:FROM|WORKDIR|COPY|RUN|ARG|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD)$/u

/** Reads the instructions that our Dockerfile needs. @throws Error for any other, and for an end that is none */
export function readDockerfile(file: string): Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*\n/gmu, '')
    .replaceAll(/\\\n\s*/gu, '')
  const stages: Stage[] = []
  for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^(\S+)\s+(.+)$/u.exec(line) ?? []
    if (!NAMES.test(name)) throw new Error(`“${line}” is no instruction that this reads.`)
    if (name === 'FROM') {
      const [image = '', , as] = value.split(/\s+/u)
      stages.push({ image, as, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, value })
  }
  return stages
}

/** The values of all instructions of a name. */
export function valuesOf(stage: Stage | undefined, name: string): string[] {
  return (stage?.instructions ?? []).filter((one) => one.name === name).map(({ value }) => value)
}

/** The variables of `ENV` and `ARG` instructions; `$NAME` stands for one that came before. */
export function variablesOf(stage: Stage | undefined): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const { name, value } of stage?.instructions ?? [])
    if (name === 'ENV' || name === 'ARG')
      for (const [, key = '', given = ''] of value.matchAll(/(\w+)=(\S+)/gu))
        variables[key] = given.replace(/^\$(\w+)$/u, (_, other: string) => variables[other] ?? '')
  return variables
}
