const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
const RUN_AT_INSTALL = ['preinstall', 'install', 'postinstall']

/** The faults in how the project pins its dependencies, from package.json and the `packages` of package-lock.json. */
export function findDependencyFaults(manifest, locked) {
  return [
    ...findLooseVersions(manifest, locked),
    ...findUnproven(locked),
    ...findForbiddenScripts(manifest, locked),
  ]
}

/** Each version is exact, and the same in the lockfile. */
function findLooseVersions(manifest, locked) {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies }
  const root = { ...locked['']?.dependencies, ...locked['']?.devDependencies }
  const faults = Object.entries(wanted).flatMap(([name, version]) => {
    if (!EXACT.test(version)) return [`${name} is asked for as ${version}, which is not one version`]
    const found = locked[`node_modules/${name}`]?.version
    return found === version && root[name] === version
      ? []
      : [`${name} is asked for as ${version}, and locked as ${found ?? 'nothing'}`]
  })
  const extra = Object.keys(root).filter((name) => !(name in wanted))
  return [...faults, ...extra.map((name) => `${name} is locked, and nobody asks for it`)]
}

/** Each package comes from the registry, and has the hash with which it was locked. */
function findUnproven(locked) {
  return packagesOf(locked).flatMap(([path, { integrity, resolved, link }]) => {
    if (link || (resolved && !resolved.startsWith('https://registry.npmjs.org/')))
      return [`${path} does not come from the registry: ${resolved ?? 'a link'}`]
    return integrity?.startsWith('sha512-') ? [] : [`${path} is locked without its hash`]
  })
}

/** Only packages on the list may run an install script, and every package on the list has one. */
function findForbiddenScripts({ allowScripts = {} }, locked) {
  const running = packagesOf(locked)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path))
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
  return [
    ...running
      .filter((name) => !allowed.includes(name))
      .map((name) => `${name} runs a program when it is installed, and is not allowed to`),
    ...allowed
      .filter((name) => !running.includes(name))
      .map((name) => `${name} is allowed to run a program when it is installed, and does not`),
  ]
}

/** The same by the packages' own manifests, whatever the lockfile says: `path` in node_modules and its package.json. */
export function findHiddenScripts({ allowScripts = {} }, installed) {
  return [...installed].flatMap(([path, { scripts = {} }]) => {
    const found = RUN_AT_INSTALL.filter((script) => scripts[script])
    const allowed = allowScripts[nameOf(path)] || found.length === 0
    return allowed ? [] : [`${path} brings ${found.join(', ')}, and is not allowed to run it`]
  })
}

const packagesOf = (locked) => Object.entries(locked).filter(([path]) => path !== '')
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
