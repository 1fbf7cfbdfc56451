export type Packages = Record<string, LockedPackage>
type LockedPackage = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
export type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}
export function findDependencyFaults(manifest: Manifest, locked: Packages): string[]
export function findHiddenScripts(
  manifest: Manifest,
  installed: Iterable<[path: string, manifest: { scripts?: Record<string, string> }]>,
): string[]
