using System.Buffers.Binary;
using System.Security.Cryptography;
using Org.BouncyCastle.Tls;
using Org.BouncyCastle.Tls.Crypto;

namespace S7OpcBridge.S7Plus.Tls;

/// <summary>
/// Record protection of TLS 1.3 with AES-GCM (RFC 8446 sections 5.2 and 5.3). Works in place and in one buffer of its own, so that records of sizes seen before
/// do not allocate. Used by one caller at a time.
/// </summary>
internal sealed class AesGcmRecords : TlsCipher
{
    /// <summary>Overhead of a record: header 5, type 1, tag 16.</summary>
    public const int Growth = HeaderLength + 1 + TagLength;

    private const int HeaderLength = 5;
    private const int TagLength = 16;
    private const int IvLength = 12;

    // A record that fills a TPDU of 1024 bytes.
    private const int UsualRecord = 1024;

    // Places and sizes of received records that are remembered; a peer decides how many there are.
    private const int MostDecoded = 1024;

    private readonly TlsCryptoParameters _parameters;
    private readonly int _keyLength;
    private readonly byte[] _encryptIv = new byte[IvLength];
    private readonly byte[] _decryptIv = new byte[IvLength];
    private AesGcm? _encrypt;
    private AesGcm? _decrypt;
    private byte[] _sealed = [];
    private byte[] _opened = [];

    // BouncyCastle takes an object per record; there is one for each size.
    private TlsEncodeResult?[] _encoded = [];
    private readonly Dictionary<(int Offset, int Length, short Type), TlsDecodeResult> _decoded = [];

    public AesGcmRecords(TlsCryptoParameters parameters, int keyLength)
    {
        _parameters = parameters;
        _keyLength = keyLength;
        RekeyDecoder();
        RekeyEncoder();
    }

    /// <inheritdoc/>
    public bool UsesOpaqueRecordType => true;

    /// <inheritdoc/>
    public int GetCiphertextDecodeLimit(int plaintextLimit) => plaintextLimit + 1 + TagLength;

    /// <inheritdoc/>
    public int GetCiphertextEncodeLimit(int plaintextLength, int plaintextLimit) =>
        Math.Min(plaintextLength, plaintextLimit) + 1 + TagLength;

    /// <inheritdoc/>
    public int GetPlaintextLimit(int ciphertextLimit) => GetPlaintextEncodeLimit(ciphertextLimit);

    /// <inheritdoc cref="TlsCipher.GetPlaintextLimit"/>
    public int GetPlaintextDecodeLimit(int ciphertextLimit) => ciphertextLimit - TagLength - 1;

    /// <inheritdoc cref="TlsCipher.GetPlaintextLimit"/>
    public int GetPlaintextEncodeLimit(int ciphertextLimit) => ciphertextLimit - TagLength - 1;

    /// <inheritdoc/>
    public TlsEncodeResult EncodePlaintext(
        long seqNo,
        short contentType,
        ProtocolVersion recordVersion,
        int headerAllocation,
        byte[] plaintext,
        int offset,
        int len
    ) => EncodePlaintext(seqNo, contentType, recordVersion, headerAllocation, plaintext.AsSpan(offset, len));

    /// <inheritdoc/>
    public TlsEncodeResult EncodePlaintext(
        long seqNo,
        short contentType,
        ProtocolVersion recordVersion,
        int headerAllocation,
        ReadOnlySpan<byte> plaintext
    )
    {
        var inner = plaintext.Length + 1;
        var total = headerAllocation + inner + TagLength;
        if (_sealed.Length < total)
        {
            _sealed = new byte[Math.Max(total, UsualRecord)];
            _encoded = new TlsEncodeResult?[_sealed.Length + 1];
        }
        var content = _sealed.AsSpan(headerAllocation, inner);
        plaintext.CopyTo(content);
        content[^1] = (byte)contentType;
        Span<byte> nonce = stackalloc byte[IvLength];
        Nonce(_encryptIv, seqNo, nonce);
        Span<byte> header = stackalloc byte[HeaderLength];
        Header(ContentType.application_data, recordVersion, inner + TagLength, header);
        _encrypt!.Encrypt(nonce, content, content, _sealed.AsSpan(headerAllocation + inner, TagLength), header);
        return _encoded[total] ??= new TlsEncodeResult(_sealed, 0, total, ContentType.application_data);
    }

    /// <inheritdoc/>
    public TlsDecodeResult DecodeCiphertext(
        long seqNo,
        short recordType,
        ProtocolVersion recordVersion,
        byte[] ciphertext,
        int offset,
        int len
    )
    {
        var inner = len - TagLength;
        if (inner < 1)
            throw new TlsFatalAlert(AlertDescription.decode_error);
        Span<byte> nonce = stackalloc byte[IvLength];
        Nonce(_decryptIv, seqNo, nonce);
        Span<byte> header = stackalloc byte[HeaderLength];
        Header(recordType, recordVersion, len, header);
        var content = ciphertext.AsSpan(offset, inner);
        try
        {
            _decrypt!.Decrypt(nonce, content, ciphertext.AsSpan(offset + inner, TagLength), content, header);
        }
        catch (CryptographicException exception)
        {
            throw new TlsFatalAlert(AlertDescription.bad_record_mac, exception);
        }

        // The last byte that is not padding is the content type (RFC 8446 section 5.4).
        var type = content.LastIndexOfAnyExcept((byte)0);
        if (type < 0)
            throw new TlsFatalAlert(AlertDescription.unexpected_message);
        return Decoded(ciphertext, offset, type, content[type]);
    }

    private TlsDecodeResult Decoded(byte[] buffer, int offset, int length, short type)
    {
        if (_opened != buffer || _decoded.Count == MostDecoded)
        {
            _decoded.Clear();
            _opened = buffer;
        }
        if (!_decoded.TryGetValue((offset, length, type), out var decoded))
            _decoded.Add((offset, length, type), decoded = new TlsDecodeResult(buffer, offset, length, type));
        return decoded;
    }

    /// <inheritdoc/>
    public void RekeyDecoder() => Rekey(ref _decrypt, _decryptIv, server: !_parameters.IsServer);

    /// <inheritdoc/>
    public void RekeyEncoder() => Rekey(ref _encrypt, _encryptIv, server: _parameters.IsServer);

    private void Rekey(ref AesGcm? cipher, byte[] iv, bool server)
    {
        var parameters = _parameters.SecurityParameters;
        var secret = server ? parameters.TrafficSecretServer : parameters.TrafficSecretClient;
        var key = Expand(parameters, secret, "key", _keyLength);
        Expand(parameters, secret, "iv", IvLength).CopyTo(iv, 0);
        cipher?.Dispose();
        cipher = new AesGcm(key, TagLength);
        CryptographicOperations.ZeroMemory(key);
    }

    private static byte[] Expand(SecurityParameters parameters, TlsSecret secret, string label, int length) =>
        TlsCryptoUtilities.HkdfExpandLabel(secret, parameters.PrfCryptoHashAlgorithm, label, Array.Empty<byte>(), length).Extract();

    private static void Nonce(ReadOnlySpan<byte> iv, long sequence, Span<byte> nonce)
    {
        iv.CopyTo(nonce);
        var low = nonce[4..];
        BinaryPrimitives.WriteInt64BigEndian(low, BinaryPrimitives.ReadInt64BigEndian(low) ^ sequence);
    }

    private static void Header(short type, ProtocolVersion version, int length, Span<byte> header)
    {
        header[0] = (byte)type;
        header[1] = (byte)version.MajorVersion;
        header[2] = (byte)version.MinorVersion;
        BinaryPrimitives.WriteUInt16BigEndian(header[3..], (ushort)length);
    }
}
