const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'NODE_COMPILE_CACHE']

/** The environment that a process started by a test needs; settings of whoever runs the tests are left out. */
export const surroundings = () => Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
