import { FieldFrame, type ControlProps } from '../field.tsx'

export const TextField = (field: ControlProps<'textarea'>) => (
  <FieldFrame<'textarea'> {...field}>
    {(control) => <textarea {...control} className="field__control" data-tall />}
  </FieldFrame>
)
