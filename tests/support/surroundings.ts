const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG', 'NODE_COMPILE_CACHE']

/** What a process that a test starts needs of its surroundings; settings of whoever runs the tests stay out. */
export const surroundings = () => Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
