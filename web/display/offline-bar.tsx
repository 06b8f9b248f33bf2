// Its style comes with the sheet of each kind of wall, or one more file would be asked for.
/** Says from when a wall is while the service does not answer; nothing when `since` is null. */
export const OfflineBar = ({ since }: { since: string | null }) => (
  <div className="offline-bar" role="status">
    {since !== null && <p className="offline-bar__text numerals">연결 끊김 · {since} 기준</p>}
  </div>
)
