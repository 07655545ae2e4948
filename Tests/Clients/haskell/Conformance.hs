{-# LANGUAGE OverloadedStrings #-}

-- | Sends the lines of standard input; check.py says what a line holds.
module Main where

import Client (pack, publication, request, withSubscription)
import Data.ByteString (ByteString)
import qualified Data.ByteString.Char8 as Text
import Data.List.NonEmpty (fromList)
import System.ZMQ4 (Context, withContext)

main :: IO ()
main = withContext $ \context -> Text.getContents >>= mapM_ (run context . Text.split '\t') . Text.lines

run :: Context -> [ByteString] -> IO ()
run context [framing, _, endpoints, timeout, json, coordinates, cameras, topic]
  | topic == "-" = exchange
  | otherwise = withSubscription context (Text.unpack cameras) topic $ \subscriber ->
      exchange >> publication subscriber >>= Text.putStrLn
  where
    exchange = do
      let brokers = map Text.unpack (Text.split ',' endpoints)
      reply <- request context brokers (fromList (header framing ++ [json] ++ packed)) (read (Text.unpack timeout))
      Text.putStrLn (maybe "nobody" (Text.intercalate "\t") reply)
    packed
      | coordinates == "-" = []
      | otherwise = [pack (map (read . Text.unpack) (Text.split ',' coordinates))]
run _ _ = fail "a line has eight fields"

header :: ByteString -> [ByteString]
header "mdp1" = ["", "MDPC01", "viewfence.v1"]
header "mdp2" = ["MDPC02", "\1", "viewfence.v1"]
header _ = []
