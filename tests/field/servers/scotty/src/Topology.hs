{-# LANGUAGE DuplicateRecordFields #-}
{-# LANGUAGE OverloadedStrings #-}
{-# LANGUAGE RecordWildCards #-}

module Topology (generate) where

import Control.Monad (when)
import Crypto.Hash (Digest, SHA256, hash)
import Data.ASN1.BinaryEncoding (DER (DER))
import Data.ASN1.Encoding (decodeASN1')
import Data.ASN1.Types (fromASN1)
import Data.Bits (shiftR, (.&.), (.|.))
import Data.ByteString (ByteString)
import qualified Data.ByteString as B
import qualified Data.ByteString.Base64 as Base64
import Data.Maybe (fromMaybe)
import Data.Text (Text)
import qualified Data.Text as T
import Data.Text.Encoding (decodeUtf8, encodeUtf8)
import Data.X509 (PubKey (..))
import Model

generate :: Text -> GenerateTopologyRequest -> Either Text GenerateTopologyResponse
generate synchronizerId request@GenerateTopologyRequest {..} = do
  when (synchronizer /= synchronizerId) $ Left ("unknown synchronizer " <> synchronizer)
  when (T.null partyHint) $ Left "partyHint must not be empty"
  when (threshold < 0) $ Left "confirmationThreshold must be at least 1"
  when (threshold > confirmers) $ Left "confirmationThreshold exceeds the number of confirmers"
  key <- decodeKey publicKey
  let fingerprint = "1220" <> hex key
      party = partyHint <> "::" <> fingerprint
      transactions =
        map
          versioned
          [ "namespace:" <> key
          , "party-key:" <> encodeUtf8 party <> ":" <> key
          , "hosting:" <> encodeUtf8 (party <> T.pack (show request))
          ]
  pure
    GenerateTopologyResponse
      { partyId = party
      , publicKeyFingerprint = fingerprint
      , topologyTransactions = map (decodeUtf8 . Base64.encode) transactions
      , multiHash = "1220" <> hex (B.concat (map (encodeUtf8 . hex) transactions))
      }
  where
    threshold = maybe 0 fromIntegral confirmationThreshold :: Int
    confirmers =
      length (fromMaybe [] otherConfirmingParticipantUids)
        + if fromMaybe False localParticipantObservationOnly then 0 else 1

decodeKey :: SigningPublicKey -> Either Text ByteString
decodeKey SigningPublicKey {..} = do
  when (format /= "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO") $
    Left ("unsupported key format " <> format)
  when (T.null keyData) $ Left "keyData must not be empty"
  der <- either (Left . T.pack) Right (Base64.decode (encodeUtf8 keyData))
  asn1 <- either (Left . T.pack . show) Right (decodeASN1' DER der)
  (key, _) <- either (Left . T.pack) Right (fromASN1 asn1)
  case (key, keySpec) of
    (PubKeyEd25519 _, "SIGNING_KEY_SPEC_EC_CURVE25519") -> Right der
    (PubKeyEC _, "SIGNING_KEY_SPEC_EC_P256") -> Right der
    (PubKeyEC _, "SIGNING_KEY_SPEC_EC_P384") -> Right der
    _ -> Left ("the key is not of the specification " <> keySpec)

-- UntypedVersionedMessage { bytes data = 1; int32 version = 2 }
versioned :: ByteString -> ByteString
versioned bytes = B.concat [B.singleton 0x0a, varint (B.length bytes), bytes, B.pack [0x10, 30]]

varint :: Int -> ByteString
varint n
  | n < 0x80 = B.singleton (fromIntegral n)
  | otherwise = B.cons (fromIntegral (n .&. 0x7f .|. 0x80)) (varint (n `shiftR` 7))

hex :: ByteString -> Text
hex bytes = T.pack (show (hash bytes :: Digest SHA256))
