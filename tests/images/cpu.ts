/** The milliseconds of processor time that this process takes for `work`, and what comes of it. */
export async function cpuOf<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000, result }
}
