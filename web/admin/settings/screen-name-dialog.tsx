import { listScreens, renameScreen, type RoomScreens, type Screen } from '../../../contract/admin/screens.ts'
import { screenName, SCREEN_NAME_MAX } from '../../../domain/screen.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { Field } from '../../ui/controls.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { adminToast } from '../../ui/toast.ts'
import { EditDialog } from '../components/form-dialog.tsx'
import { fieldsWithCurrent, useEditConflict } from '../components/edit-conflict.tsx'
import { failureText } from '../components/with-toast.ts'

type Props = { of: RoomScreens; screen: Screen; onClose: () => void }

const nameOf = (rooms: readonly RoomScreens[], id: number) =>
  rooms.flatMap(({ screens }) => screens).find((each) => each.id === id)

export default function ScreenNameDialog({ of, screen, onClose }: Props) {
  const { conflict, changeOf, attempt } = useEditConflict({ name: screen.name }, async () => {
    const latest = nameOf((await call(listScreens, {})).rooms, screen.id)
    return latest && { name: latest.name }
  })
  const form = useForm({
    schema: renameScreen.body!,
    initial: { name: screen.name ?? '' },
    complete: ({ name }) => ({ name: (typeof name === 'string' && name.trim()) || null }),
    submit: async (body) => {
      const params = { id: screen.id }
      const saved = await attempt((expected) => call(renameScreen, { params, body: { ...body, expected } }))
      if (!saved) return
      adminToast.success(saved.message)
      await refresh(listScreens)
      onClose()
    },
    failed: (failure) => failureText(failure, '화면 이름 저장에 실패했습니다.'),
  })
  const unnamed = { ...screen, name: null }
  const others = of.screens.map((each) => (each.id === screen.id ? unnamed : each))
  return (
    <EditDialog title="화면 이름" {...{ form, conflict, onClose }}>
      <Field
        label="이름"
        optional
        maxLength={SCREEN_NAME_MAX}
        autoComplete="off"
        placeholder="입구 왼쪽"
        {...fieldsWithCurrent(form, changeOf)(
          'name',
          '',
          `비워 두면 미팅룸과 크기로 부릅니다: ${screenName(unnamed, of.room.name, others)}`,
        )}
      />
    </EditDialog>
  )
}
