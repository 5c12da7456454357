{-# LANGUAGE DeriveAnyClass #-}
{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE DuplicateRecordFields #-}

module Model where

import Data.Aeson (FromJSON, ToJSON, Value)
import Data.Int (Int32, Int64)
import Data.Map (Map)
import Data.Text (Text)
import GHC.Generics (Generic)

data SigningPublicKey = SigningPublicKey
  { format :: Text
  , keyData :: Text
  , keySpec :: Text
  }
  deriving (Show, Generic, FromJSON)

data GenerateTopologyRequest = GenerateTopologyRequest
  { synchronizer :: Text
  , partyHint :: Text
  , publicKey :: SigningPublicKey
  , localParticipantObservationOnly :: Maybe Bool
  , otherConfirmingParticipantUids :: Maybe [Text]
  , confirmationThreshold :: Maybe Int32
  , observingParticipantUids :: Maybe [Text]
  }
  deriving (Show, Generic, FromJSON)

data GenerateTopologyResponse = GenerateTopologyResponse
  { partyId :: Text
  , publicKeyFingerprint :: Text
  , topologyTransactions :: [Text]
  , multiHash :: Text
  }
  deriving (Generic, ToJSON)

data Signature = Signature
  { format :: Maybe Text
  , signature :: Maybe Text
  , signedBy :: Maybe Text
  , signingAlgorithmSpec :: Maybe Text
  }
  deriving (Generic, FromJSON)

data SinglePartySignatures = SinglePartySignatures
  { party :: Text
  , signatures :: [Signature]
  }
  deriving (Generic, FromJSON)

data PartySignatures = PartySignatures {signatures :: [SinglePartySignatures]}
  deriving (Generic, FromJSON)

data HashingSchemeVersion
  = HASHING_SCHEME_VERSION_UNSPECIFIED
  | HASHING_SCHEME_VERSION_V2
  | HASHING_SCHEME_VERSION_V3
  deriving (Generic, FromJSON)

data Duration = Duration {seconds :: Int64, nanos :: Maybe Int32}
  deriving (Generic, FromJSON)

data DurationVariant = DurationVariant {value :: Duration}
  deriving (Generic, FromJSON)

data MinLedgerTime = MinLedgerTime {time :: Value}
  deriving (Generic, FromJSON)

data ExecuteSubmissionRequest = ExecuteSubmissionRequest
  { preparedTransaction :: Text
  , partySignatures :: PartySignatures
  , submissionId :: Text
  , hashingSchemeVersion :: HashingSchemeVersion
  , deduplicationPeriod :: Maybe (Map Text DurationVariant)
  , userId :: Maybe Text
  , minLedgerTime :: Maybe MinLedgerTime
  }
  deriving (Generic, FromJSON)

data LedgerError = LedgerError
  { code :: Text
  , cause :: Text
  , context :: Map Text Text
  , errorCategory :: Int
  }
  deriving (Generic, ToJSON)

data UserMetadata = UserMetadata {resourceVersion :: Text, annotations :: Map Text Text}
  deriving (Generic, ToJSON)

data User = User
  { id :: Text
  , primaryParty :: Text
  , isDeactivated :: Bool
  , metadata :: UserMetadata
  , identityProviderId :: Text
  }
  deriving (Generic, ToJSON)

data UsersPage = UsersPage {users :: [User], nextPageToken :: Text}
  deriving (Generic, ToJSON)
