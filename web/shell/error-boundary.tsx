import { Component, type ReactNode } from 'react'
import { keepTrying } from './reload.ts'
import { ErrorState } from '../ui/page.tsx'

type Props = {
  at: string
  children: ReactNode
}

type State = { crashed: boolean; at: string }

/** Offers to reload; a wall board reloads by itself. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { crashed: false, at: this.props.at }

  static getDerivedStateFromError = (): Partial<State> => ({ crashed: true })

  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null =>
    at === state.at ? null : { crashed: false, at }

  override componentDidCatch = keepTrying

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <ErrorState title="화면을 불러오지 못했습니다." onRetry={() => location.reload()}>
        네트워크를 확인한 뒤 다시 시도해주세요.
      </ErrorState>
    )
  }
}
