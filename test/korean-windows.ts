const decoder = new TextDecoder('euc-kr')
const codes = new Map<string, readonly number[]>()
for (let first = 0x81; first <= 0xfe; first += 1)
  for (let second = 0x41; second <= 0xfe; second += 1) {
    const sign = decoder.decode(Uint8Array.of(first, second))
    if (sign.length === 1 && sign !== '\ufffd') codes.set(sign, [first, second])
  }

// One of the letters that Windows has and Node's decoder lacks.
codes.set('똠', [0x8c, 0x63])

/** A text as Korean Windows writes it (CP949). */
export const toKoreanWindows = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Array.from(text).flatMap((sign) => codes.get(sign) ?? [sign.charCodeAt(0)]))
