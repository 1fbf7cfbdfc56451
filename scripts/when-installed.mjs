import { installPackages } from './install-packages.mjs'

/** Installs what is missing, then does `work`, and ends with its exit code; where it throws, with its line and 1. */
export async function whenInstalled(work) {
  try {
    await installPackages()
    process.exitCode = await work()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
