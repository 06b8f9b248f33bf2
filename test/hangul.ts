const LATIN = 'QWERTYUIOPASDFGHJKLZXCVBNM'
const HANGUL = 'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ'

/** A code typed while the keyboard is switched to Hangul. */
export const typedInHangul = (code: string): string =>
  Array.from(code, (sign) => HANGUL[LATIN.indexOf(sign)] ?? sign).join('')
