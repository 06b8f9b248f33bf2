import { Component, type ReactNode } from 'react'
import { ErrorState } from './ui/notice.tsx'

type Props = {
  /** Where the app is; moving on gives the next screen a fresh chance. */
  at: string
  children: ReactNode
}

/** Catches what a screen could not handle and offers to load the page anew. */
export class CrashBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.crashed && before.at !== this.props.at) this.setState({ crashed: false })
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <ErrorState title="화면을 불러오지 못했습니다." onRetry={() => location.reload()}>
        네트워크를 확인한 뒤 다시 시도해주세요.
      </ErrorState>
    )
  }
}
