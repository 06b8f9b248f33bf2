import { useRef } from 'react'
import type { ImageName } from '../../../../domain/event-image.ts'
import { Button } from '../../../ui/controls.tsx'
import { FormError } from '../../../ui/form/form.tsx'

const TEXTS: Readonly<Record<ImageName, { name: string; hint: string }>> = {
  logo: { name: '로고', hint: 'PNG, JPEG, WebP, 300kB 이하. 배경이 투명하거나 흰색인 로고가 좋습니다.' },
  picture: { name: '사진', hint: '행사 소개에 표시됩니다. 1MB 이하, 가로로 긴 사진이 좋습니다.' },
  plan: { name: '평면도', hint: '행사 소개에 표시됩니다. 1MB 이하.' },
}

type Props = {
  image: ImageName
  url: string | null
  problem: string | undefined
  choose: (image: ImageName, file: File) => Promise<void>
  remove: (image: ImageName) => void
}

export function ImagePicker({ image, url, problem, choose, remove }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const { name, hint } = TEXTS[image]
  return (
    <div className="stack" data-gap="8">
      <p className="strong">{name}</p>
      <p className="field__hint">{hint}</p>
      <input
        ref={picker}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Allows choosing the same file again after removing it.
          event.target.value = ''
          if (file) void choose(image, file)
        }}
      />
      {image !== 'logo' && url && <img className="face__image" src={url} alt="" />}
      <div className="row" data-wrap>
        <Button onClick={() => picker.current?.click()}>{`${url ? '다른 ' : ''}${name} 선택`}</Button>
        {url && <Button onClick={() => remove(image)}>{`${name} 제거`}</Button>}
      </div>
      <FormError text={problem ?? null} />
    </div>
  )
}
