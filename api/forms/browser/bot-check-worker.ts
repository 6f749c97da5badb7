interface Task {
  nonce: string
  salt: string
  cost: number
  keyLength: number
  keyPrefix: string
}

/**
 * The bot check's worker: solves a challenge of altcha's second version by counting up until a derived key has the
 * wanted prefix. It is served as text, so it can use nothing from outside the function.
 */
export function botCheckWorker(): void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- what stands outside is not served
  function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }

  async function solve({ nonce, salt, cost, keyLength, keyPrefix }: Task): Promise<object> {
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
    const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0])
    const counterOf = new DataView(password.buffer, password.length - 4)
    for (let counter = 0; ; counter += 1) {
      counterOf.setUint32(0, counter)
      const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
      const bits = await crypto.subtle.deriveBits(derivation, key, keyLength * 8)
      const derivedKey = Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join(
        '',
      )
      if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
    }
  }

  addEventListener('message', ({ data }: MessageEvent<Task>) => {
    // Over plain HTTP there is no `crypto.subtle`: the page has to hear of it.
    solve(data).then((solution) => postMessage(solution), reportError)
  })
}
