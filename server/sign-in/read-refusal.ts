/**
 * Why the sign-in service refuses: its own code, and its message, which people are shown unchanged (specification, 8).
 */
export async function readRefusal(answer: Response): Promise<{ code: string; message: string }> {
  return answer.clone().json()
}
