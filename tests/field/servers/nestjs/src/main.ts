// Stack: NestJS with class-validator, class-transformer and @nestjs/jwt.
import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import * as nest from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import { Type } from 'class-transformer';
import * as v from 'class-validator';
import type { Request, Response } from 'express';

const { JWT_SECRET, PORT, SYNCHRONIZER_ID } = process.env;
const jwt = new JwtService({ secret: JWT_SECRET, verifyOptions: { algorithms: ['HS256'] } });
const Text = () => nest.applyDecorators(v.IsString(), v.IsNotEmpty());
const PostOk = (path: string) => nest.applyDecorators(nest.Post(path), nest.HttpCode(200));
const Int32 = () => nest.applyDecorators(v.IsInt(), v.Min(0), v.Max(2 ** 31 - 1));

class SigningPublicKey {
  @v.IsIn(['CRYPTO_KEY_FORMAT_RAW', 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO']) format!: string;
  @Text() keyData!: string;
  @v.IsIn(['SIGNING_KEY_SPEC_EC_CURVE25519', 'SIGNING_KEY_SPEC_EC_P256']) keySpec!: string;
}

class GenerateTopologyDto {
  @Text() synchronizer!: string;
  @v.Matches(/^[A-Za-z0-9:\-_ ]{1,185}$/) partyHint!: string;
  @v.IsDefined() @v.ValidateNested() @Type(() => SigningPublicKey) publicKey!: SigningPublicKey;
  @v.IsOptional() @v.IsBoolean() localParticipantObservationOnly?: boolean;
  @v.IsString({ each: true }) otherConfirmingParticipantUids: string[] = [];
  @v.IsOptional() @Int32() confirmationThreshold?: number;
  @v.IsString({ each: true }) observingParticipantUids: string[] = [];
}

class Signature {
  @Text() format!: string;
  @Text() signature!: string;
  @Text() signedBy!: string;
  @Text() signingAlgorithmSpec!: string;
}
class Party {
  @Text() party!: string;
  @v.ArrayNotEmpty() @v.ValidateNested() @Type(() => Signature) signatures!: Signature[];
}
class PartySignatures {
  @v.ArrayNotEmpty() @v.ArrayMaxSize(1) @v.ValidateNested() @Type(() => Party) signatures!: Party[];
}

class ExecuteDto {
  @v.IsBase64() @v.IsNotEmpty() preparedTransaction!: string;
  @v.IsDefined() @v.ValidateNested() @Type(() => PartySignatures) partySignatures!: PartySignatures;
  @v.Matches(/^[A-Za-z0-9#:\-_/ ]{1,255}$/) submissionId!: string;
  @v.Matches(/^HASHING_SCHEME_VERSION_(UNSPECIFIED|V2|V3)$/) hashingSchemeVersion!: string;
  @v.IsOptional() @v.IsObject() deduplicationPeriod?: object;
  @v.IsOptional() @v.IsString() userId?: string;
  @v.IsOptional() @v.IsObject() minLedgerTime?: object;
}
class UsersQueryDto {
  @v.IsOptional() @Int32() pageSize?: number;
  @v.IsOptional() @v.IsString() pageToken?: string;
}

class AuthGuard implements nest.CanActivate {
  canActivate(context: nest.ExecutionContext) {
    const { headers } = context.switchToHttp().getRequest<Request>();
    const bearer = headers.authorization?.match(/^Bearer (.+)$/);
    const apiKey = headers['sec-websocket-protocol']?.match(/jwt\.token\.([^\s,]+)/);
    try {
      return Boolean(jwt.verify((bearer ?? apiKey)?.[1] ?? ''));
    } catch (error) {
      throw new nest.UnauthorizedException((error as Error).message);
    }
  }
}

@nest.Catch()
class ErrorFilter implements nest.ExceptionFilter {
  catch({ status = 500, message: cause }: { status?: number; message: string }, host: nest.ArgumentsHost) {
    const response = host.switchToHttp().getResponse<Response>().status(status);
    if (status === 400 && response.req.path.endsWith('/generate-topology')) {
      return response.type('text/plain').send(cause);
    }
    const error = { code: nest.HttpStatus[status], cause, errorCategory: status < 500 ? 8 : 4 };
    return response.json({ ...error, context: {} });
  }
}

const metadata = { resourceVersion: '0', annotations: {} };
const user = { primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
const ids = Array.from({ length: 11 }, (_, i) => `user-${String(i + 1).padStart(2, '0')}`);
const users = ['participant_admin', ...ids].map((id) => ({ id, ...user }));
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const varint = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]);
/** UntypedVersionedMessage { bytes data = 1; int32 version = 2; } */
function versioned(mapping: object) {
  const data = Buffer.from(JSON.stringify({ ...mapping, nonce: randomUUID() }));
  return Buffer.from([0x0a, ...varint(data.length), ...data, 0x10, 30]);
}

function readKey({ format, keyData, keySpec }: SigningPublicKey) {
  const prefix = format === 'CRYPTO_KEY_FORMAT_RAW' ? '302a300506032b6570032100' : ''; // of Ed25519 in DER
  const key = Buffer.concat([Buffer.from(prefix, 'hex'), Buffer.from(keyData, 'base64')]);
  try {
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    const curve = publicKey.asymmetricKeyDetails?.namedCurve ?? publicKey.asymmetricKeyType;
    if (curve === (keySpec.endsWith('P256') ? 'prime256v1' : 'ed25519')) return key;
  } catch {}
  throw new nest.BadRequestException('publicKey cannot be decoded as the stated format and keySpec');
}

@nest.Controller('v2')
@nest.UseGuards(AuthGuard)
class LedgerController {
  @PostOk('parties/external/generate-topology')
  generateTopology(@nest.Body() body: GenerateTopologyDto) {
    const key = readKey(body.publicKey);
    if (body.synchronizer !== SYNCHRONIZER_ID) throw new nest.NotFoundException('No such synchronizer');
    const publicKeyFingerprint = `1220${sha256(key).toString('hex')}`;
    const partyId = `${body.partyHint}::${publicKeyFingerprint}`;
    const confirming = [...body.otherConfirmingParticipantUids];
    if (!body.localParticipantObservationOnly) confirming.push('participant');
    const threshold = body.confirmationThreshold || confirming.length;
    const transactions = [
      versioned({ namespaceDelegation: publicKeyFingerprint, partyId }),
      versioned({ partyToKeyMapping: key.toString('base64'), partyId }),
      versioned({ partyToParticipant: [confirming, body.observingParticipantUids], threshold, partyId }),
    ];
    const topologyTransactions = transactions.map((transaction) => transaction.toString('base64'));
    const multiHash = sha256(Buffer.concat(transactions)).toString('base64');
    return { partyId, publicKeyFingerprint, topologyTransactions, multiHash };
  }
  @PostOk('interactive-submission/execute')
  execute(@nest.Body() _body: ExecuteDto) {
    return {};
  }
  @nest.Get('users')
  listUsers(@nest.Query() { pageSize, pageToken }: UsersQueryDto) {
    const start = Number(Buffer.from(pageToken ?? '', 'base64url').toString());
    if (!Number.isInteger(start)) throw new nest.BadRequestException('pageToken is not valid');
    const end = start + (pageSize || 100);
    const nextPageToken = end < users.length ? Buffer.from(String(end)).toString('base64url') : '';
    return { users: users.slice(start, end), nextPageToken };
  }
}

@nest.Module({ controllers: [LedgerController] })
class AppModule {}
const app = await NestFactory.create(AppModule);
const transformOptions = { enableImplicitConversion: true };
const exceptionFactory = (errors: v.ValidationError[]) => new nest.BadRequestException(errors.join(' '));
app.useGlobalPipes(new nest.ValidationPipe({ transform: true, transformOptions, exceptionFactory }));
app.useGlobalFilters(new ErrorFilter());
await app.listen(Number(PORT), '127.0.0.1');
