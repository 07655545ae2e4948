/// Every command, in the order of the help.
let commands: [Command] = [.call, .watch, .help]
