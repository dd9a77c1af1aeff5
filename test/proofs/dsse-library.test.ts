import { crypto, dsse } from "@sigstore/core";
import { describe, expect, it } from "vitest";
import { encodeForSigning, writeEnvelope } from "../../src/lib/signing/dsse.js";
import { writePublicPem } from "../../src/lib/signing/ed25519.js";
import { payloadType } from "../../src/report/bundle/statement.js";
import { newKey } from "./change-proof.js";

describe("an envelope, read by a DSSE library that is not ours", () => {
  const key = newKey();
  const contents = ["", "{}", '{"name":"zażółć 🎉"}', JSON.stringify({ text: "a\n b 12 ".repeat(5_000) })];

  it.each(contents)(
    "is accepted as it was signed, and refused with another type, content, key or signature (%#)",
    (content) => {
      const envelope = JSON.parse(writeEnvelope(payloadType, content, key));
      const payload = Buffer.from(envelope.payload, "base64");
      const [{ sig, keyid }] = envelope.signatures;
      const verify = (type: string, bytes: Buffer, signature: string, signer = key): boolean =>
        crypto.verify(
          dsse.preAuthEncoding(type, bytes),
          crypto.createPublicKey(writePublicPem(signer.public)),
          Buffer.from(signature, "base64"),
        );
      expect(payload.toString("utf8")).toBe(content);
      expect(keyid).toBe(key.public.id);
      expect(dsse.preAuthEncoding(payloadType, payload)).toEqual(encodeForSigning(payloadType, payload));
      expect(verify(envelope.payloadType, payload, sig)).toBe(true);
      expect(verify("application/json", payload, sig)).toBe(false);
      expect(verify(payloadType, Buffer.concat([payload, Buffer.from(" ")]), sig)).toBe(false);
      expect(verify(payloadType, payload, sig, newKey())).toBe(false);
      expect(verify(payloadType, payload, Buffer.alloc(64).toString("base64"))).toBe(false);
    },
  );
});
