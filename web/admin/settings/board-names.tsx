import { DISPLAY_NAMES_TEXT } from '../../../contract/text/field-changes.ts'
import { boardName, DISPLAY_NAMES, type DisplayNames } from '../../../domain/board-name.ts'
import './board-names.css'

const EXPLANATIONS: Readonly<Record<DisplayNames, string>> = {
  full: '이름을 그대로 보여줍니다.',
  masked: '첫 글자만 보여줍니다.',
  hidden: '이름을 보여주지 않습니다. 미팅명은 표시됩니다.',
}

const EXAMPLES = ['박지민', 'Carlos Ruiz']

/** How much of visitors' names the public boards show, each way with what it makes of two names. */
export const BoardNames = ({ chosen }: { chosen: DisplayNames }) => (
  <fieldset className="stack" data-gap="8">
    <legend className="settings__legend">현황판의 방문자 이름</legend>
    <p className="field__hint">누구나 볼 수 있는 미팅룸 현황판에 방문자 이름을 어떻게 표시할지 정합니다.</p>
    {DISPLAY_NAMES.map((shows) => (
      <label key={shows} className="settings__choice">
        <input
          type="radio"
          className="settings__radio"
          name="display_names"
          value={shows}
          defaultChecked={shows === chosen}
        />
        <span className="grow">
          <span className="strong">{DISPLAY_NAMES_TEXT[shows]}</span>{' '}
          <span className="muted small">{EXPLANATIONS[shows]}</span>
        </span>
        <span className="settings__example">
          <span className="visually-hidden">예: </span>
          {shows === 'hidden' ? (
            <span>표시 없음</span>
          ) : (
            EXAMPLES.map((name) => <span key={name}>{boardName(name, shows)}</span>)
          )}
        </span>
      </label>
    ))}
  </fieldset>
)
