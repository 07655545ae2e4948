/** Sends the lines of standard input; check.py says what a line holds. */
object Conformance {
    private val headers = mapOf(
        "plain" to listOf(),
        "mdp1" to listOf("", "MDPC01", "viewfence.v1"),
        "mdp2" to listOf("MDPC02", "\u0001", "viewfence.v1")
    )

    @JvmStatic
    fun main(arguments: Array<String>) {
        val output = java.io.PrintStream(System.out, true, "UTF-8")
        System.`in`.bufferedReader().forEachLine { line ->
            val field = line.split("\t")
            val frames = (headers.getValue(field[0]) + field[4]).map { it.toByteArray() }.toMutableList()
            if (field[5] != "-") frames += pack(*field[5].split(",").map { it.toDouble() }.toDoubleArray())
            val subscriber = if (field[7] == "-") null else subscribe(field[6], field[7])
            val reply = request(field[2].split(","), frames, field[3].toInt())
            output.println(reply?.joinToString("\t") { String(it) } ?: "nobody")
            if (subscriber != null) {
                output.println(publication(subscriber))
                subscriber.close()
            }
        }
        context.term()
    }
}
