type Item = string | { id: string | number }
type Props<Of extends Item> = { of: readonly Of[]; text: (item: Of) => string }

/** Dates and names: not for the browser's translator. */
export const Options = <Of extends Item>({ of, text }: Props<Of>) =>
  of.map((item) => {
    const id = typeof item === 'string' ? item : item.id
    return (
      <option key={id} value={id} translate="no">
        {text(item)}
      </option>
    )
  })
