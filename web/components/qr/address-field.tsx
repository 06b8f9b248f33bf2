import { Field } from '../../ui/controls.tsx'

/** A tap selects all of it. */
export const AddressField = ({ label, url }: { label: string; url: string }) => (
  <Field
    label={label}
    name="url"
    readOnly
    required={false}
    value={url}
    onFocus={(event) => event.target.select()}
  />
)
