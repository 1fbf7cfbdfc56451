/** What the sign-in service says of why it refuses, for people: shown as it is (specification, 8). */
export async function serviceMessage(refusal: Response): Promise<string> {
  const { message }: { message: string } = await refusal.json()
  return message
}
