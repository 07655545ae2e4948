{-# LANGUAGE OverloadedStrings #-}

-- | viewfence from Haskell, with zeromq4-haskell: copy what you need.
-- ghc -main-is Client Client.hs && ./Client [REQUESTS [CAMERAS]]
module Client where

import Data.Bits (shiftL, (.|.))
import qualified Data.ByteString as Bytes
import Data.ByteString (ByteString)
import Data.ByteString.Builder (doubleLE, toLazyByteString)
import qualified Data.ByteString.Char8 as Text
import qualified Data.ByteString.Lazy as Lazy
import Data.List.NonEmpty (NonEmpty (..))
import Data.Word (Word64)
import System.Environment (getArgs)
import System.ZMQ4

-- | The reply's frames (the last is the JSON), or Nothing if nobody answered. Without a reply in time
-- the same frames, and so the same id, go to the next endpoint.
request :: Context -> [String] -> NonEmpty ByteString -> Timeout -> IO (Maybe [ByteString])
request context endpoints frames timeout = try (take 3 (cycle endpoints))
  where
    try [] = return Nothing
    try (endpoint : others) = do
      reply <- withSocket context Dealer $ \socket -> do
        setLinger (restrict (0 :: Int)) socket
        connect socket endpoint
        sendMulti socket frames
        receiveIn timeout socket
      maybe (try others) (return . Just) reply

-- | The frames of the next message, or Nothing if none comes in time (milliseconds).
receiveIn :: Receiver a => Timeout -> Socket a -> IO (Maybe [ByteString])
receiveIn timeout socket = do
  [events] <- poll timeout [Sock socket [In] Nothing]
  if null events then return Nothing else Just <$> receiveMulti socket

withSubscription :: Context -> String -> ByteString -> (Socket Sub -> IO a) -> IO a
withSubscription context endpoint topic use = withSocket context Sub $ \socket -> do
  setLinger (restrict (0 :: Int)) socket
  subscribe socket topic
  connect socket endpoint
  use socket

-- | Topic, epoch, sequence and reply of the next publication, with tabs between them.
publication :: Socket Sub -> IO ByteString
publication subscriber = do
  Just [topic, reply, place] <- receiveIn 5000 subscriber
  let (epoch, sequenceNumber) = Bytes.splitAt 8 place
      shown = Text.pack . show . unsigned
  return (Text.intercalate "\t" [topic, shown epoch, shown sequenceNumber, reply])

unsigned :: ByteString -> Word64
unsigned = Bytes.foldr (\byte value -> value `shiftL` 8 .|. fromIntegral byte) 0

-- | Places as a packed frame: little-endian doubles, longitude first.
pack :: [Double] -> ByteString
pack = Lazy.toStrict . toLazyByteString . foldMap doubleLE

main :: IO ()
main = do
  arguments <- getArgs
  let (requests, cameras) = case arguments of
        [r, c] -> (r, c)
        [r] -> (r, "tcp://127.0.0.1:5557")
        _ -> ("tcp://127.0.0.1:5555", "tcp://127.0.0.1:5557")
  withContext $ \context -> withSubscription context cameras "cam/pitt-street-mall/" $ \subscriber -> do
    let fit =
          "{\"v\":1,\"id\":\"r-1\",\"op\":\"fit\",\"viewport\":{\"width\":390,\"height\":844},\
          \\"content\":{\"pois\":[{\"latitude\":-33.8703,\"longitude\":151.2089},\
          \{\"latitude\":-33.8688,\"longitude\":151.2070}]},\
          \\"insets\":{\"top\":120,\"bottom\":300,\"left\":16,\"right\":16},\
          \\"limits\":{\"fence\":\"pitt-street-mall\"},\"publish\":\"cam/pitt-street-mall/kiosk-3/\"}"
    request context [requests] (fit :| []) 2000 >>= Text.putStrLn . maybe "nobody" last

    let packed =
          "{\"v\":1,\"id\":\"r-2\",\"op\":\"fit\",\"viewport\":{\"width\":390,\"height\":844},\
          \\"content\":{\"coordinates\":{\"frame\":1,\"encoding\":\"f64le\",\"dims\":2,\"count\":2}},\
          \\"insets\":{\"top\":120,\"bottom\":300,\"left\":16,\"right\":16}}"
        places = pack [151.2089, -33.8703, 151.2070, -33.8688]
    request context [requests] (packed :| [places]) 2000 >>= Text.putStrLn . maybe "nobody" last

    publication subscriber >>= Text.putStrLn
