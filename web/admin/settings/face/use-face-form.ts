import { useEffect, useState } from 'react'
import { changeFace } from '../../../../contract/admin/face.ts'
import type { Face } from '../../../../contract/face.ts'
import { getPublicInfo } from '../../../../contract/public-info.ts'
import { IMAGE_BYTES_MAX, readImage, tooLargeText, type ImageName } from '../../../../domain/event-image.ts'
import { call } from '../../../api/client.ts'
import { patchCache } from '../../../api/reads/use-read.ts'
import { useForm } from '../../../ui/form/form.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { sayFailure } from '../../components/with-toast.ts'
import { useEditConflict } from '../../components/edit-conflict.tsx'

const FAILED = '행사 이미지와 색상 저장에 실패했습니다.'

// As long as the service waits for images over slow Wi-Fi.
const TIMEOUT_MS = 60_000

type Chosen = { base64: string; url: string }

const asFields = ({ accent_colour, logo, picture, plan }: Face) => ({
  accent_colour,
  logo: logo?.hash ?? null,
  picture: picture?.hash ?? null,
  plan: plan?.hash ?? null,
})

async function readLatest() {
  const info = await call(getPublicInfo, {})
  await patchCache(getPublicInfo, () => info)
  return asFields(info.face)
}

export function useFaceForm(stored: Face) {
  const [from, setFrom] = useState(() => asFields(stored))
  const [colour, setColour] = useState(stored.accent_colour ?? '')
  /** Unchanged ones are absent; null: removed. */
  const [images, setImages] = useState<Partial<Record<ImageName, Chosen | null>>>({})
  const [problems, setProblems] = useState<Partial<Record<ImageName, string>>>({})
  const { conflict, attempt } = useEditConflict(from, readLatest)
  const form = useForm({
    schema: changeFace.body!,
    complete: () => ({
      accent_colour: colour || null,
      ...Object.fromEntries(Object.entries(images).map(([name, image]) => [name, image && image.base64])),
    }),
    submit: async (body) => {
      const saved = await attempt((expected) =>
        call(changeFace, { body: { ...body, expected } }, { timeoutMs: TIMEOUT_MS }),
      )
      if (!saved) return
      await patchCache(getPublicInfo, (info) => ({ ...info, face: saved.face }))
      setFrom(asFields(saved.face))
      setImages({})
      adminToast.success(saved.message)
    },
    failed: (failure) => sayFailure(failure, FAILED),
  })
  const put = (name: ImageName, image: Chosen | null) => setImages((others) => ({ ...others, [name]: image }))
  const tell = (name: ImageName, problem?: string) =>
    setProblems(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others))
  const choose = async (name: ImageName, file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const problem =
      bytes.length > IMAGE_BYTES_MAX[name]
        ? tooLargeText(name)
        : readImage(bytes)
          ? undefined
          : 'PNG, JPEG, WebP 파일만 사용할 수 있습니다.'
    tell(name, problem)
    if (!problem) put(name, await asChosen(file))
  }
  const isChanged = Object.keys(images).length > 0 || (colour || null) !== from.accent_colour
  const element = form.props.ref
  useEffect(() => {
    // The images are in no field, so the form is notified here.
    if (isChanged) element.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [element, isChanged])
  return {
    form,
    conflict,
    colour,
    setColour,
    choose,
    remove: (name: ImageName) => {
      tell(name)
      put(name, null)
    },
    problems,
    urlOf(name: ImageName) {
      const [chosen, kept] = [images[name], stored[name]]
      return chosen === undefined ? kept && kept.path : (chosen?.url ?? null)
    },
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
