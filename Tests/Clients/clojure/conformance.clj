;; Sends the lines of standard input; check.py says what a line holds.
(ns conformance
  (:require [client :refer [context pack publication request subscribe text utf8]]
            [clojure.string :as string]))

(def headers
  {"plain" [] "mdp1" ["" "MDPC01" "viewfence.v1"] "mdp2" ["MDPC02" "\u0001" "viewfence.v1"]})

(defn -main []
  (doseq [line (line-seq (java.io.BufferedReader. *in*))]
    (let [[framing _ endpoints timeout json coordinates cameras topic] (string/split line #"\t")
          values (when (not= coordinates "-") (map parse-double (string/split coordinates #",")))
          frames (concat (map utf8 (headers framing)) [(utf8 json)] (when values [(pack values)]))
          subscriber (when (not= topic "-") (subscribe cameras topic))
          reply (request (string/split endpoints #",") frames (parse-long timeout))]
      (println (if reply (string/join "\t" (map text reply)) "nobody"))
      (when subscriber
        (println (publication subscriber))
        (.close subscriber))))
  (.term context))
