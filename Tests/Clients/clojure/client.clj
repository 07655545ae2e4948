;; viewfence from Clojure, with JeroMQ: copy what you need.
;; clojure -cp .:/usr/share/java/jeromq.jar -m client [REQUESTS [CAMERAS]]
(ns client
  (:require [clojure.string :as string])
  (:import (java.nio ByteBuffer ByteOrder)
           (org.zeromq ZMQ)))

(def context (ZMQ/context 1))

(defn utf8 [text] (.getBytes ^String text "UTF-8"))
(defn text [bytes] (String. ^bytes bytes "UTF-8"))

(defn receive
  "The frames of the next message, or nil after the socket's time-out."
  [socket]
  (when-let [frame (.recv socket 0)]
    (if (.hasReceiveMore socket) (cons frame (receive socket)) (list frame))))

(defn request
  "The reply's frames (the last is the JSON), or nil if nobody answered. Without a reply in time the same
  frames, and so the same id, go to the next endpoint."
  [endpoints frames timeout-ms]
  (some (fn [endpoint]
          (with-open [socket (doto (.socket context ZMQ/DEALER)
                               (.setLinger 0)
                               (.setReceiveTimeOut timeout-ms)
                               (.connect endpoint))]
            (doseq [frame (butlast frames)] (.send socket ^bytes frame ZMQ/SNDMORE))
            (.send socket ^bytes (last frames) 0)
            (receive socket)))
        (take 3 (cycle endpoints))))

(defn subscribe [endpoint topic]
  (doto (.socket context ZMQ/SUB)
    (.setLinger 0)
    (.setReceiveTimeOut 5000)
    (.subscribe ^bytes (utf8 topic))
    (.connect endpoint)))

(defn little-endian [^ByteBuffer buffer] (.order buffer ByteOrder/LITTLE_ENDIAN))

(defn publication
  "Topic, epoch, sequence and reply of the next publication, with tabs between them."
  [subscriber]
  (let [[topic reply place] (receive subscriber)
        place (little-endian (ByteBuffer/wrap place))]
    (string/join "\t" [(text topic) (.getLong place 0) (.getLong place 8) (text reply)])))

(defn pack
  "Places, longitude first, as a packed frame: little-endian doubles."
  [values]
  (let [buffer (little-endian (ByteBuffer/allocate (* 8 (count values))))]
    (doseq [value values] (.putDouble buffer value))
    (.array buffer)))

(defn -main
  ([] (-main "tcp://127.0.0.1:5555"))
  ([requests] (-main requests "tcp://127.0.0.1:5557"))
  ([requests cameras]
   (with-open [subscriber (subscribe cameras "cam/pitt-street-mall/")]
     (let [fit "{\"v\":1,\"id\":\"r-1\",\"op\":\"fit\",\"viewport\":{\"width\":390,\"height\":844},
                 \"content\":{\"pois\":[{\"latitude\":-33.8703,\"longitude\":151.2089},
                                        {\"latitude\":-33.8688,\"longitude\":151.2070}]},
                 \"insets\":{\"top\":120,\"bottom\":300,\"left\":16,\"right\":16},
                 \"limits\":{\"fence\":\"pitt-street-mall\"},\"publish\":\"cam/pitt-street-mall/kiosk-3/\"}"
           packed "{\"v\":1,\"id\":\"r-2\",\"op\":\"fit\",\"viewport\":{\"width\":390,\"height\":844},
                    \"content\":{\"coordinates\":{\"frame\":1,\"encoding\":\"f64le\",\"dims\":2,\"count\":2}},
                    \"insets\":{\"top\":120,\"bottom\":300,\"left\":16,\"right\":16}}"
           places (pack [151.2089 -33.8703 151.2070 -33.8688])]
       (println (text (last (request [requests] [(utf8 fit)] 2000))))
       (println (text (last (request [requests] [(utf8 packed) places] 2000))))
       (println (publication subscriber))))
   (.term context)))
