using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Testing;

/// <summary>An RsaEncryptedSecret as a client makes it (OPC 10000-4, 7.40.2.4), part by part, so that a test can damage each.</summary>
public sealed record UaTestRsaSecret(SecurityPolicy Policy, byte[] Nonce, byte[] Secret)
{
    /// <summary>The keys that the client chose: HMAC, AES, IV.</summary>
    public byte[][] Keys { get; init; } =
    [
        RandomNumberGenerator.GetBytes(32),
        RandomNumberGenerator.GetBytes(Policy == SecurityPolicy.Aes128Sha256RsaOaep ? 16 : 32),
        RandomNumberGenerator.GetBytes(16),
    ];

    /// <summary>In the head.</summary>
    public string PolicyUri { get; init; } = Policy.Uri;

    /// <summary>SHA-1 of the certificate for whose key it is.</summary>
    public byte[] Thumbprint { get; init; } = SHA1.HashData(UaTestCertificates.Shared.Server.Certificate.RawData);

    /// <summary>The low bytes of the type id.</summary>
    public ushort TypeId { get; init; } = 17545;

    /// <summary>What is added to the length.</summary>
    public int MoreLength { get; init; }

    /// <summary>What stands behind the three keys in their block.</summary>
    public byte[] BehindKeys { get; init; } = [];

    /// <summary>Changes the payload before it is encrypted.</summary>
    public Action<List<byte>> ChangePayload { get; init; } = static _ => { };

    /// <summary>The encrypted keys; null: as they should be.</summary>
    public byte[]? KeyData { get; init; }

    /// <summary>Its bytes.</summary>
    public byte[] ToBytes()
    {
        byte[] keys = [.. Keys.SelectMany(Counted), .. BehindKeys];
        var padding = Policy == SecurityPolicy.Aes256Sha256RsaPss ? RSAEncryptionPadding.OaepSHA256 : RSAEncryptionPadding.OaepSHA1;
        var keyData = KeyData ?? UaTestCertificates.Shared.ServerKey.Encrypt(keys, padding);

        List<byte> payload = [.. Counted(Nonce), .. Counted(Secret)];
        var fill = (16 - (payload.Count + 2) % 16) % 16;
        fill += fill + Secret.Length < 16 ? 16 : 0;
        payload.AddRange(Enumerable.Repeat((byte)fill, fill));
        payload.AddRange([(byte)fill, 0]);
        ChangePayload(payload);
        using var aes = Aes.Create();
        aes.Key = Keys[1];
        byte[] rest =
        [
            .. Counted(Encoding.UTF8.GetBytes(PolicyUri)),
            .. Counted(Thumbprint),
            .. new byte[8],
            .. BitConverter.GetBytes((ushort)keyData.Length),
            .. keyData,
            .. aes.EncryptCbc(payload.ToArray(), Keys[2], PaddingMode.None),
        ];
        byte[] signed =
        [
            0x01,
            0x00,
            .. BitConverter.GetBytes(TypeId),
            0x01,
            .. BitConverter.GetBytes(rest.Length + 32 + MoreLength),
            .. rest,
        ];
        return [.. signed, .. HMACSHA256.HashData(Keys[0], signed)];
    }

    private static byte[] Counted(byte[] bytes) => [.. BitConverter.GetBytes(bytes.Length), .. bytes];
}
