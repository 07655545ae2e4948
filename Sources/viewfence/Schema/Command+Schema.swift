import CSchema
import JSON
import Operations

extension Command {
  static let schema = Command(
    name: "schema", operands: "[NAME]", summary: "print the contract as JSON Schema or AsyncAPI",
    details: [
      "NAME is one of \(Schema.allCases.map(\.rawValue).joined(separator: ", ")); request without one."
    ],
    examples: ["viewfence schema request > request.schema.json"],
    offer: .words(Schema.allCases.map(\.rawValue)),
    run: { arguments throws(Failure) in
      let name = arguments.operands.first ?? Schema.request.rawValue
      guard let schema = Schema(rawValue: name) else {
        let near = nearestName(to: name, among: Schema.allCases.map(\.rawValue))
        throw Failure(
          .usage, "there is no schema '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
      write(schema.text, to: 1)
      return .ok
    })
}

/// The files of config/schema, as the program carries them.
enum Schema: String, CaseIterable {
  case request, reply, publication, fence, configuration, asyncapi

  var text: String {
    switch self {
    case .request: String(cString: cschema_request())
    case .reply: String(cString: cschema_reply())
    case .publication: String(cString: cschema_publication())
    case .fence: String(cString: cschema_fence())
    case .configuration: ServerSettings.schema
    case .asyncapi: String(cString: cschema_asyncapi())
    }
  }
}
