const tasks = new Set<() => Promise<void>>()

/** Says what has to be done before an administrator's session is ended. */
export const beforeSignOut = (task: () => Promise<void>): void => void tasks.add(task)

export const doSignOutTasks = async (): Promise<void> => {
  await Promise.all([...tasks].map((task) => task()))
}
