const TOKEN = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[a-z_]\w*|-?\d+(?:\.\d*)?|\.\.|[<>=!]=|\S/gis

/** The tokens of a path, taken one after the other. */
interface PathTokens {
  /** The next token; empty at the end. */
  peek: () => string
  /** Takes the next token if it is this one, and says whether it was. */
  take: (token: string) => boolean
  takeName: () => string | undefined
  takeNumber: () => number | undefined
  /** A string in double quotes. */
  takeText: () => string | undefined
  isAtEnd: () => boolean
  /** Makes an attempt: where it comes to nothing, its tokens can be taken again. */
  attempt: <Found>(read: () => Found | undefined) => Found | undefined
}

export function tokensOf(text: string): PathTokens {
  const tokens = text.match(TOKEN) ?? []
  let at = 0

  const peek = (): string => tokens[at] ?? ''

  function takeIf(isIt: (token: string) => boolean): string | undefined {
    const token = tokens[at]
    if (token === undefined || !isIt(token)) return undefined
    at++
    return token
  }

  return {
    peek,
    take: (token) => takeIf((next) => next === token) !== undefined,
    takeName: () => {
      const name = takeIf((token) => /^['a-z_]/i.test(token))
      return name?.startsWith("'") ? unquote(name) : name
    },
    takeNumber: () => {
      const number = takeIf((token) => /^-?\d/.test(token))
      return number === undefined ? undefined : Number(number)
    },
    takeText: () => {
      const quoted = takeIf((token) => token.startsWith('"'))
      return quoted === undefined ? undefined : unquote(quoted)
    },
    isAtEnd: () => at >= tokens.length,
    attempt: (read) => {
      const begun = at
      const found = read()
      if (found === undefined) at = begun
      return found
    },
  }
}

function unquote(token: string): string {
  return token.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}
