import type { ReactNode } from 'react'
import { DISPLAY_NAMES_TEXT, DISPLAY_TITLES_TEXT } from '../../../contract/text/field-changes.ts'
import {
  boardName,
  DISPLAY_NAMES,
  DISPLAY_TITLES,
  type DisplayNames,
  type DisplayTitles,
} from '../../../domain/board-name.ts'
import './board-names.css'

const NAMES_EXPLAINED: Readonly<Record<DisplayNames, string>> = {
  full: '이름을 그대로 보여줍니다.',
  masked: '첫 글자만 보여줍니다.',
  hidden: '이름을 보여주지 않습니다.',
}

const TITLES_EXPLAINED: Readonly<Record<DisplayTitles, string>> = {
  shown: '미팅명을 그대로 보여줍니다.',
  hidden: '미팅명 대신 ‘미팅’이라고만 보여줍니다.',
}

const NAMES = ['박지민', 'Carlos Ruiz']

export const BoardNames = ({ chosen }: { chosen: DisplayNames }) => (
  <Choices
    legend="현황판의 방문자 이름"
    hint="누구나 볼 수 있는 미팅룸 현황판에 방문자 이름을 어떻게 표시할지 정합니다."
  >
    {DISPLAY_NAMES.map((shows) => (
      <Choice
        key={shows}
        name="display_names"
        value={shows}
        isChosen={shows === chosen}
        label={DISPLAY_NAMES_TEXT[shows]}
        explanation={NAMES_EXPLAINED[shows]}
        examples={shows === 'hidden' ? ['표시 없음'] : NAMES.map((name) => boardName(name, shows))}
      />
    ))}
  </Choices>
)

export const BoardTitles = ({ chosen }: { chosen: DisplayTitles }) => (
  <Choices
    legend="현황판의 미팅명"
    hint="미팅명에 알리고 싶지 않은 내용이 있을 수 있습니다. 현황판에 표시할지 정합니다."
  >
    {DISPLAY_TITLES.map((shows) => (
      <Choice
        key={shows}
        name="display_titles"
        value={shows}
        isChosen={shows === chosen}
        label={DISPLAY_TITLES_TEXT[shows]}
        explanation={TITLES_EXPLAINED[shows]}
        examples={[shows === 'shown' ? '신제품 공급 협의' : '미팅']}
      />
    ))}
  </Choices>
)

const Choices = ({ legend, hint, children }: { legend: string; hint: string; children: ReactNode }) => (
  <fieldset className="stack" data-gap="8">
    <legend className="settings__legend">{legend}</legend>
    <p className="field__hint">{hint}</p>
    {children}
  </fieldset>
)

type ChoiceProps = {
  name: string
  value: string
  isChosen: boolean
  label: string
  explanation: string
  examples: readonly string[]
}

const Choice = ({ name, value, isChosen, label, explanation, examples }: ChoiceProps) => (
  <label className="settings__choice">
    <input type="radio" className="settings__radio" name={name} value={value} defaultChecked={isChosen} />
    <span className="grow">
      <span className="strong">{label}</span> <span className="muted small">{explanation}</span>
    </span>
    <span className="settings__example">
      <span className="visually-hidden">예: </span>
      {examples.map((example) => (
        <span key={example}>{example}</span>
      ))}
    </span>
  </label>
)
