@main
struct Viewfence {
  static func main() {}
}
