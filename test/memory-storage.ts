type Kept = Record<string, string>

const methods = {
  getItem(this: Kept, name: string) {
    return this[name] ?? null
  },
  setItem(this: Kept, name: string, text: string) {
    this[name] = text
  },
  removeItem(this: Kept, name: string) {
    delete this[name]
  },
}

/** As in browsers: its names are properties, its methods are not. */
export const makeStorage = () => Object.create(methods) as object
