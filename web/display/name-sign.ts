import './name-sign.css'

const SHOWN_MS = 20_000

let shown: { sign: HTMLElement; timer: ReturnType<typeof setTimeout> } | undefined

export function showName(name: string): void {
  remove()
  const sign = document.createElement('div')
  sign.className = 'name-sign'
  sign.setAttribute('role', 'status')
  // Longer names get smaller letters.
  sign.style.setProperty('--letters', String(Math.max(4, Math.min(name.length, 12))))
  const [label, text] = [document.createElement('p'), document.createElement('p')]
  label.className = 'name-sign__label'
  label.textContent = '이 화면의 이름'
  text.className = 'name-sign__name'
  text.textContent = name
  sign.append(label, text)
  document.body.append(sign)
  shown = { sign, timer: setTimeout(remove, SHOWN_MS) }
}

function remove() {
  if (!shown) return
  clearTimeout(shown.timer)
  shown.sign.remove()
  shown = undefined
}
