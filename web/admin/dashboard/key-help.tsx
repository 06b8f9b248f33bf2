import { lazy } from '../../shell/lazy.tsx'
import './key-help.css'

const KeyHelpDialog = lazy(() => import('./key-help-dialog.tsx'))

type Props = { isOpen: boolean; onOpen: () => void; onClose: () => void }

export const KeyHelp = ({ isOpen, onOpen, onClose }: Props) => (
  <>
    <button type="button" className="key-help" aria-haspopup="dialog" onClick={onOpen}>
      <kbd>?</kbd> 단축키
    </button>
    {isOpen && <KeyHelpDialog onClose={onClose} />}
  </>
)
