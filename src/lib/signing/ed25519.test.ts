import { describe, expect, it } from "vitest";
import { encodeForSigning, readEnvelope, writeEnvelope } from "./dsse.js";
import { isSignedBy, newPrivatePem, readPrivatePem, readPublicPem, readRawKey, writePublicPem } from "./ed25519.js";

const key = readPrivatePem(newPrivatePem());
if (key === null) throw new Error("no key");

describe("a key", () => {
  it("verifies the examples of RFC 8032", () => {
    const raw = Buffer.from("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "hex").toString(
      "base64",
    );
    const signature = Buffer.from(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
      "hex",
    );
    const known = readRawKey(raw);
    expect(known && isSignedBy(known, Buffer.from([0x72]), signature)).toBe(true);
    expect(known && isSignedBy(known, Buffer.from([0x73]), signature)).toBe(false);
  });

  it("has the same name read from each of its forms", () => {
    expect(readPublicPem(writePublicPem(key.public))).toEqual(key.public);
    expect(readRawKey(key.public.raw)).toEqual(key.public);
    expect(key.public.id).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(["", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "{}"])("is not read from %j", (text) => {
    expect(readPrivatePem(text)).toBeNull();
    expect(readPublicPem(text)).toBeNull();
    expect(readRawKey(text)).toBeNull();
  });
});

describe("an envelope", () => {
  const text = writeEnvelope("text/plain", "hello", key);

  it("signs type and content with their lengths", () => {
    expect(encodeForSigning("http://example.com/HelloWorld", Buffer.from("hello world")).toString()).toBe(
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world",
    );
  });

  it("is read as it was written", () => {
    const read = readEnvelope(text);
    if (read.is !== "envelope") throw new Error(read.is);
    const { payload, payloadType, signatures } = read.envelope;
    const sig = signatures[0]?.sig ?? Buffer.alloc(0);
    expect(isSignedBy(key.public, encodeForSigning(payloadType, payload), sig)).toBe(true);
    expect(payload.toString()).toBe("hello");
  });

  it.each([
    ["half a file", text.slice(0, text.length / 2), "other"],
    ["no object", "[]", "other"],
    ["another object", '{"payload":1}', "other"],
    ["no signature", text.replace(/"signatures":.*/, '"signatures":[]}'), "unsigned"],
    ["no list of signatures", text.replace(/,"signatures":.*/, "}"), "unsigned"],
    ["signatures that are no list", text.replace(/"signatures":.*/, '"signatures":{}}'), "altered"],
    ["a field that nobody signed", text.replace('{"payload', '{"note":1,"payload'), "altered"],
    ["base64 in another spelling", text.replace('"aGVsbG8="', '"aGVsbG8"'), "altered"],
    ["base64 whose last letter says the same", text.replace("aGVsbG8=", "aGVsbG9="), "altered"],
  ])("with %s is told", (_, changed, is) => {
    expect(changed).not.toBe(text);
    expect(readEnvelope(changed).is).toBe(is);
  });
});
