/** What a browser does with a notice (RFC 8291), written a second time and with other means. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface PushReader {
  readonly publicKey: string;
  readonly secret: string;
  /** Throws where it is for another reader. */
  open(sealed: Uint8Array): string;
}

export function makePushReader(): PushReader {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const secret = randomBytes(16);
  return {
    publicKey: own.getPublicKey('base64url'),
    secret: secret.toString('base64url'),
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const salt = bytes.subarray(0, 16);
      const sender = bytes.subarray(21, 21 + bytes.readUInt8(20));
      const record = bytes.subarray(21 + sender.length);
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
      const input = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), secret, about, 32));
      const derive = (what: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${what}\0`, length));
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive('aes128gcm', 16),
        derive('nonce', 12),
      );
      decipher.setAuthTag(record.subarray(-16));
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
    },
  };
}
