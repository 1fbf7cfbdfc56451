/** Why the sign-in service refuses: by its own code, and for people, to whom it is shown as it is (specification, 8). */
export async function readRefusal(answer: Response): Promise<{ code: string; message: string }> {
  return answer.clone().json()
}
