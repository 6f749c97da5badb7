/*
 * Objects with a key for each page or document, of which there may be thousands. The engine has a description of its
 * own for each set of keys that an ordinary object passes through: filling one with a thousand keys takes 0.3 ms where
 * these are known, and several where they have been forgotten since the last publish. An object without a prototype
 * has none, and takes 0.03 ms.
 */

/** An empty one. */
export function newDictionary<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>
}

/** Its own keys and values, in the same order. */
export function copyDictionary<Value>(from: Readonly<Record<string, Value>>): Record<string, Value> {
  const copy = newDictionary<Value>()
  for (const key of Object.keys(from)) copy[key] = from[key] as Value
  return copy
}
