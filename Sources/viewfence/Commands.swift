/// Every command, in the order of the help.
let commands: [Command] = [
  .serve, .broker, .worker, .call, .watch, .load, .validate, .preview, .schema, .keygen,
  .help,
]
