import type { SignUpType } from '#contract/choices.ts'
import type { User } from '#contract/users.ts'
import { api } from '../../api.ts'
import { ApiProblem, sayFailure, unreachable } from '../../api-problem.ts'
import { uploadImage } from '../../images/upload-image.ts'
import { enterSession, signInWithPassword, signUpWithPassword } from '../../sign-in/sign-in.ts'

type NewAccount = {
  name: string
  email: string
  password: string
  photo: File
  userType: SignUpType
  emailToken: string | undefined
}

/** The finished steps of a sign-up, so that trying again continues where it failed. */
export type SignUpProgress = {
  ticket?: string | undefined
  photo?: { file: File; url: string } | undefined
  accountFor?: string
  /** The e-mail of an account that an earlier try may have created, although its answer was lost. */
  mayBeFor?: string
}

/**
 * Signs up: photo, account, profile, token, in this order. Finished steps are noted in `progress` and not repeated.
 * Returns the signed-in person. Throws an error whose message says which step failed and why.
 */
export async function signUp(
  account: NewAccount,
  progress: SignUpProgress,
  onUpload: (part: number) => void,
): Promise<User> {
  const { name, email, photo, userType } = account
  const upload = () => step('Your photo was not uploaded.', () => uploadPhoto(photo, progress, onUpload))
  const saveProfile = (image: string) =>
    step('Your account was created, but your profile is not saved yet.', () =>
      api.post('/users', { body: { name, image, email, userType } }),
    )
  const image = await upload()
  await step('Your account was not created.', () => makeAccount(account, progress))
  await saveProfile(image).catch(async (problem: unknown) => {
    if (!(problem instanceof ApiProblem && problem.field('image'))) throw problem
    // An uploaded photo waits an hour for its account: that of an earlier try is sent again.
    progress.photo = undefined
    await saveProfile(await upload())
  })
  return step('Your account was created, but you are not signed in yet.', enterSession)
}

async function uploadPhoto(
  photo: File,
  progress: SignUpProgress,
  onUpload: (part: number) => void,
): Promise<string> {
  if (progress.photo?.file === photo) return progress.photo.url
  // A refused photo has not used up its ticket.
  const isOld = progress.ticket !== undefined
  const { url } = await sendPhoto(photo, progress, onUpload).catch((error: unknown) => {
    // A photo whose answer was lost has used it up, and in time every ticket expires: people who try again need not
    // know of tickets.
    if (!(isOld && error instanceof ApiProblem && error.status === 401)) throw error
    progress.ticket = undefined
    return sendPhoto(photo, progress, onUpload)
  })
  progress.ticket = undefined
  progress.photo = { file: photo, url }
  return url
}

async function sendPhoto(photo: File, progress: SignUpProgress, onProgress: (part: number) => void) {
  progress.ticket ??= (await api.post('/image-tickets')).ticket
  const headers = { 'Upload-Ticket': progress.ticket }
  return uploadImage(photo, { purpose: 'avatar', headers, onProgress })
}

async function makeAccount(
  { name, email, password, emailToken }: NewAccount,
  progress: SignUpProgress,
): Promise<void> {
  if (progress.accountFor === email) return
  try {
    await signUpWithPassword({ name, email, password, emailToken })
  } catch (error) {
    const { isRefusal, code } = error instanceof ApiProblem ? error : unreachable()
    if (!isRefusal) progress.mayBeFor = email
    if (code !== 'email-taken' || progress.mayBeFor !== email) throw error
    // Most likely it was taken by that earlier try: then this is its password.
    await signInWithPassword(email, password).catch((failed) => {
      throw failed instanceof ApiProblem && failed.status === 401 ? error : failed
    })
  }
  progress.accountFor = email
}

async function step<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { status, code, errors } = error instanceof ApiProblem ? error : unreachable()
    throw new ApiProblem(status, code, sayFailure(failure, error), errors)
  }
}
