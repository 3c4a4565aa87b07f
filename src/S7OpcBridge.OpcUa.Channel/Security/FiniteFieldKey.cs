using System.Globalization;
using System.Numerics;
using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// A key for one agreement in the group ffdhe3072 (RFC 7919, A.2), whose generator is 2. The powers take milliseconds and not always the same time, so a key is
/// never used twice.
/// </summary>
internal sealed class FiniteFieldKey
{
    /// <summary>Bytes of a public value, with leading zeros.</summary>
    public const int Length = 384;

    // More than the 275 bits that RFC 7919 asks for.
    private const int ExponentLength = 40;

    private static readonly BigInteger Prime = BigInteger.Parse(
        "0"
            + "FFFFFFFFFFFFFFFFADF85458A2BB4A9AAFDC5620273D3CF1D8B9C583CE2D3695A9E13641146433FBCC939DCE249B3EF9"
            + "7D2FE363630C75D8F681B202AEC4617AD3DF1ED5D5FD65612433F51F5F066ED0856365553DED1AF3B557135E7F57C935"
            + "984F0C70E0E68B77E2A689DAF3EFE8721DF158A136ADE73530ACCA4F483A797ABC0AB182B324FB61D108A94BB2C8E3FB"
            + "B96ADAB760D7F4681D4F42A3DE394DF4AE56EDE76372BB190B07A7C8EE0A6D709E02FCE1CDF7E2ECC03404CD28342F61"
            + "9172FE9CE98583FF8E4F1232EEF28183C3FE3B1B4C6FAD733BB5FCBC2EC22005C58EF1837D1683B2C6F34A26C1B2EFFA"
            + "886B4238611FCFDCDE355B3B6519035BBC34F4DEF99C023861B46FC9D6E6C9077AD91D2691F7F7EE598CB0FAC186D91C"
            + "AEFE130985139270B4130C93BC437944F4FD4452E2D74DD364F2E21E71F54BFF5CAE82AB9C9DF69EE86D2BC522363A0D"
            + "ABC521979B0DEADA1DBF9A42D5C4484E0ABCD06BFA53DDEF3C1B20EE3FD59D7C25E41D2B66C62E37FFFFFFFFFFFFFFFF",
        NumberStyles.AllowHexSpecifier,
        CultureInfo.InvariantCulture
    );

    private readonly BigInteger _exponent;

    /// <summary>Makes a new key.</summary>
    public FiniteFieldKey()
        : this(RandomNumberGenerator.GetBytes(ExponentLength)) { }

    /// <summary>A key with this exponent, big-endian.</summary>
    public FiniteFieldKey(ReadOnlySpan<byte> exponent)
    {
        _exponent = Number(exponent);
        PublicKey = Bytes(BigInteger.ModPow(2, _exponent, Prime));
    }

    /// <summary>The public value.</summary>
    public byte[] PublicKey { get; }

    /// <summary>The secret that the other side shares.</summary>
    /// <exception cref="CryptographicException">Its public value is of another length, or one with which the secret would be no secret.</exception>
    public byte[] Agree(ReadOnlySpan<byte> other)
    {
        var value = Number(other);
        if (other.Length != Length || value <= BigInteger.One || value >= Prime - BigInteger.One)
            throw new CryptographicException("The public value is not one of the group.");
        return Bytes(BigInteger.ModPow(value, _exponent, Prime));
    }

    private static BigInteger Number(ReadOnlySpan<byte> bytes) => new(bytes, isUnsigned: true, isBigEndian: true);

    private static byte[] Bytes(BigInteger number)
    {
        var bytes = new byte[Length];
        var length = number.GetByteCount(isUnsigned: true);
        number.TryWriteBytes(bytes.AsSpan(Length - length), out _, isUnsigned: true, isBigEndian: true);
        return bytes;
    }
}
