import { installPackages } from './install-packages.mjs'

/** Installs what is missing, does `work` and ends with its exit code; an error ends it with its message and 1. */
export async function whenInstalled(work) {
  try {
    await installPackages()
    process.exitCode = await work()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
