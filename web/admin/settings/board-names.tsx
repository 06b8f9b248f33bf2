import { boardName, DISPLAY_NAMES, type DisplayNames } from '../../../domain/board-name.ts'

const CHOICES: Readonly<Record<DisplayNames, { label: string; text: string }>> = {
  full: { label: '전체 표시', text: '이름을 그대로 보여줍니다.' },
  masked: { label: '일부 가림', text: '첫 글자만 보여줍니다.' },
  hidden: { label: '숨김', text: '이름을 보여주지 않습니다. 미팅명은 표시됩니다.' },
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
          <span className="strong">{CHOICES[shows].label}</span>{' '}
          <span className="muted small">{CHOICES[shows].text}</span>
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
