// Imported first by the commands that run on any Node, and written so that an old Node can still read it.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Clamshell needs Node 20 or newer; this is Node ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}
