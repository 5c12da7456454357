{-# LANGUAGE DuplicateRecordFields #-}
{-# LANGUAGE OverloadedStrings #-}
{-# LANGUAGE RecordWildCards #-}

module Main (main) where

import Control.Monad (guard)
import Control.Monad.IO.Class (liftIO)
import Data.Aeson (FromJSON, Value, object)
import qualified Data.ByteString.Base64.URL as Base64
import Data.Function ((&))
import Data.Maybe (listToMaybe, mapMaybe)
import Data.Text (Text)
import qualified Data.Text as T
import Data.Text.Encoding (decodeUtf8, decodeUtf8', encodeUtf8)
import qualified Data.Text.Lazy as L
import Data.Time.Clock.POSIX (getPOSIXTime)
import Model
import Network.HTTP.Types (Status, badRequest400, notFound404, unauthorized401)
import Network.Wai.Handler.Warp (defaultSettings, setHost, setPort)
import System.Environment (getEnv)
import Text.Read (readMaybe)
import Topology (generate)
import Web.JWT (claims, decodeAndVerifySignature, hmacSecret, numericDate, toVerify)
import qualified Web.JWT as JWT
import Web.Scotty

main :: IO ()
main = do
  port <- read <$> getEnv "PORT"
  secret <- T.pack <$> getEnv "JWT_SECRET"
  synchronizerId <- T.pack <$> getEnv "SYNCHRONIZER_ID"
  let options = Options {verbose = 0, settings = defaultSettings & setPort port & setHost "127.0.0.1"}
  scottyOpts options $ do
    post "/v2/parties/external/generate-topology" . authenticated secret $ do
      request <- decoded
      case request >>= generate synchronizerId of
        Right response -> json response
        Left message -> status badRequest400 >> text (L.fromStrict message)
    post "/v2/interactive-submission/execute" . authenticated secret $ do
      request <- decoded
      either invalid json (request >>= execute)
    get "/v2/users" . authenticated secret $ do
      size <- query "pageSize"
      token <- query "pageToken"
      either invalid json (listUsers size token)
    notFound $ failWith notFound404 "NOT_FOUND" 11 "no such resource"

decoded :: FromJSON a => ActionM (Either Text a)
decoded = (Right <$> jsonData) `rescue` (pure . Left . L.toStrict)

failWith :: Status -> Text -> Int -> Text -> ActionM ()
failWith code name category message = do
  status code
  json LedgerError {code = name, cause = message, context = mempty, errorCategory = category}

invalid :: Text -> ActionM ()
invalid = failWith badRequest400 "INVALID_ARGUMENT" 8

authenticated :: Text -> ActionM () -> ActionM ()
authenticated secret action = do
  authorization <- header "Authorization"
  protocols <- header "Sec-WebSocket-Protocol"
  now <- liftIO getPOSIXTime
  let token = case authorization of
        Just value -> T.stripPrefix "Bearer " (L.toStrict value)
        Nothing -> protocols >>= listToMaybe . mapMaybe subprotocol . T.splitOn "," . L.toStrict
      verified = token >>= decodeAndVerifySignature (toVerify (hmacSecret secret))
      current jwt = maybe True (numericDate now <) (Just <$> JWT.exp (claims jwt))
  if maybe False current verified
    then action
    else failWith unauthorized401 "UNAUTHENTICATED" 6 "a valid token is required"
  where
    subprotocol = T.stripPrefix "jwt.token." . T.strip

query :: Text -> ActionM (Maybe Text)
query name = (Just <$> param (L.fromStrict name)) `rescue` const (pure Nothing)

execute :: ExecuteSubmissionRequest -> Either Text Value
execute ExecuteSubmissionRequest {..}
  | T.null submissionId || T.length submissionId > 255 || not (T.all isLedgerCharacter submissionId) =
    Left "submissionId is not a valid LedgerString"
  | T.null preparedTransaction = Left "preparedTransaction must not be empty"
  | otherwise = case parties of
    [] -> Left "partySignatures must not be empty"
    [SinglePartySignatures {signatures = []}] -> Left "a party needs at least one signature"
    [_] -> Right (object [])
    _ -> Left "only single-party submissions are supported"
  where
    PartySignatures {signatures = parties} = partySignatures
    isLedgerCharacter c =
      c `elem` ['a' .. 'z'] || c `elem` ['A' .. 'Z'] || c `elem` ['0' .. '9'] || c `elem` ("._:-#/ " :: String)

allUsers :: [User]
allUsers = map user ("participant_admin" : ["user-" <> T.pack (show n) | n <- [10 .. 22 :: Int]])
  where
    user name = User name "" False (UserMetadata "0" mempty) ""

listUsers :: Maybe Text -> Maybe Text -> Either Text UsersPage
listUsers wantedSize token = do
  size <- maybe (Right 100) (orInvalid "pageSize must be between 1 and 1000" . sized) wantedSize
  after <- maybe (Right "") (orInvalid "pageToken is invalid" . decodedToken) token
  let rest = filter ((> after) . idOf) allUsers
      page = take size rest
      next = if length rest > size then decodeUtf8 (Base64.encode (encodeUtf8 (idOf (last page)))) else ""
  pure UsersPage {users = page, nextPageToken = next}
  where
    orInvalid message = maybe (Left message) Right
    sized value = do
      size <- readMaybe (T.unpack value)
      size <$ guard (size >= 1 && size <= 1000)
    decodedToken value = do
      bytes <- either (const Nothing) Just (Base64.decode (encodeUtf8 value))
      either (const Nothing) Just (decodeUtf8' bytes)
    idOf User {id = name} = name
