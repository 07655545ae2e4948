/// Every command, in the order of the help.
let commands: [Command] = [.serve, .call, .watch, .validate, .help]
