import { useEffect, useState } from 'react'
import { changeFace } from '../../../../contract/admin/face.ts'
import type { Face } from '../../../../contract/face.ts'
import { logoPath } from '../../../../contract/logo-path.ts'
import { getPublicInfo } from '../../../../contract/public-info.ts'
import { LOGO_BYTES_MAX, readLogoImage } from '../../../../domain/logo-image.ts'
import { call } from '../../../api/client.ts'
import { patchCache } from '../../../api/reads/use-read.ts'
import { useForm } from '../../../ui/form/form.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { sayFailure } from '../../components/with-toast.ts'
import { useEditConflict } from '../../components/edit-conflict.tsx'

const FAILED = '로고와 색상 저장에 실패했습니다.'

type Chosen = { base64: string; url: string }

const asFields = ({ accent_colour, logo }: Face) => ({ accent_colour, logo: logo?.hash ?? null })

async function readLatest() {
  const info = await call(getPublicInfo, {})
  await patchCache(getPublicInfo, () => info)
  return asFields(info.face)
}

export function useFaceForm(stored: Face) {
  const [from, setFrom] = useState(() => asFields(stored))
  const [colour, setColour] = useState(stored.accent_colour ?? '')
  /** undefined: unchanged. null: removed. */
  const [logo, setLogo] = useState<Chosen | null | undefined>(undefined)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const { conflict, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: changeFace.body!,
    complete: () => ({
      accent_colour: colour || null,
      logo: logo === undefined ? undefined : (logo?.base64 ?? null),
    }),
    submit: async (body) => {
      const saved = await attempt((expected) => call(changeFace, { body: { ...body, expected } }))
      if (!saved) return
      await patchCache(getPublicInfo, (info) => ({ ...info, face: saved.face }))
      setFrom(asFields(saved.face))
      setLogo(undefined)
      adminToast.success(saved.message)
    },
    failed: (failure) => sayFailure(failure, FAILED),
  })
  const choose = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const problem =
      bytes.length > LOGO_BYTES_MAX
        ? '로고 파일은 300kB 이하여야 합니다.'
        : readLogoImage(bytes)
          ? null
          : 'PNG, JPEG, WebP 파일만 사용할 수 있습니다.'
    setFileProblem(problem)
    if (problem === null) setLogo(await asChosen(file))
  }
  const isChanged = logo !== undefined || (colour || null) !== from.accent_colour
  const element = form.props.ref
  useEffect(() => {
    // The logo is in no field, so the form is notified here.
    if (isChanged) element.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [element, isChanged])
  return {
    form,
    conflict,
    colour,
    setColour,
    choose,
    removeLogo: () => {
      setFileProblem(null)
      setLogo(null)
    },
    fileProblem,
    logoUrl: logo === undefined ? stored.logo && logoPath(stored.logo.hash) : (logo?.url ?? null),
    isChanged,
  }
}

const asChosen = (file: File) =>
  new Promise<Chosen>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const url = reader.result as string
      resolve({ url, base64: url.slice(url.indexOf(',') + 1) })
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error(FAILED)))
    reader.readAsDataURL(file)
  })
