import './progress-bar.css'

/** Counts from 1. */
export const ProgressBar = ({ steps, step }: { steps: readonly string[]; step: number }) => (
  <div
    className="progress-bar"
    role="progressbar"
    aria-label="진행 단계"
    aria-valuemin={1}
    aria-valuemax={steps.length}
    aria-valuenow={step}
    aria-valuetext={`${steps.length}단계 중 ${step}단계: ${steps[step - 1]}`}
  >
    {steps.map((name, i) => (
      <span key={name} className="progress-bar__step" data-done={i < step || undefined}>
        {i === step - 1 && (
          <span className="muted small progress-bar__name">{`${step}/${steps.length} ${name}`}</span>
        )}
      </span>
    ))}
  </div>
)
