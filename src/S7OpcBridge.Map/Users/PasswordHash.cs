using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Map;

/// <summary>
/// A password hash of the users file: <c>$pbkdf2-sha512$ROUNDS$SALT$HASH</c>, salt and hash in base64 without padding and with '.' for '+', compatible with
/// passlib. PBKDF2 is defined in RFC 8018, 5.2.
/// </summary>
/// <param name="Rounds">Iterations, <see cref="MinRounds"/> to <see cref="MaxRounds"/>.</param>
/// <param name="Salt">16 bytes or more.</param>
/// <param name="Hash">64 bytes.</param>
public sealed record PasswordHash(int Rounds, byte[] Salt, byte[] Hash)
{
    /// <summary>A text that starts with this is read as a hash.</summary>
    public const string Prefix = "$pbkdf2-sha512$";

    /// <summary>Minimum number of rounds: OWASP's recommendation for SHA-512.</summary>
    public const int MinRounds = 210_000;

    /// <summary>Maximum number of rounds; more would occupy a core for minutes per login.</summary>
    public const int MaxRounds = 10_000_000;

    private const int SaltLength = 16,
        HashLength = 64,
        MaxSaltLength = 64;

    /// <summary>Hashes a password with a new random salt.</summary>
    public static PasswordHash Compute(ReadOnlySpan<byte> password, int rounds = MinRounds)
    {
        var salt = RandomNumberGenerator.GetBytes(SaltLength);
        return new PasswordHash(rounds, salt, Derive(password, salt, rounds));
    }

    /// <inheritdoc cref="Compute(ReadOnlySpan{byte}, int)"/>
    public static PasswordHash Compute(string password, int rounds = MinRounds) => Compute(Encoding.UTF8.GetBytes(password), rounds);

    /// <summary>Parses the text form; the fault describes what is wrong.</summary>
    public static bool TryParse(string text, [NotNullWhen(true)] out PasswordHash? hash, out string fault)
    {
        (hash, fault) = (null, "");
        if (!text.StartsWith(Prefix, StringComparison.Ordinal))
            fault = "is not a hash";
        else if (
            text.Split('$') is not ["", _, var rounds, var salt, var sum]
            || !TryDecode(salt, out var saltBytes)
            || !TryDecode(sum, out var sumBytes)
        )
            fault = $"is damaged: a hash is {Prefix}ROUNDS$SALT$HASH";
        else if (
            !int.TryParse(rounds, NumberStyles.None, CultureInfo.InvariantCulture, out var count) || count is < MinRounds or > MaxRounds
        )
            fault = string.Create(CultureInfo.InvariantCulture, $"has '{rounds}' rounds, and {MinRounds} to {MaxRounds} are allowed");
        else if (saltBytes.Length is < SaltLength or > MaxSaltLength || sumBytes.Length != HashLength)
            fault = $"is damaged: a salt has {SaltLength} to {MaxSaltLength} bytes and a hash {HashLength}";
        else
            hash = new PasswordHash(count, saltBytes, sumBytes);
        return hash is not null;
    }

    /// <summary>Returns true for the right password, in constant time.</summary>
    public bool Verify(ReadOnlySpan<byte> password) => CryptographicOperations.FixedTimeEquals(Derive(password, Salt, Rounds), Hash);

    /// <summary>The text form.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Prefix}{Rounds}${Encode(Salt)}${Encode(Hash)}");

    private static byte[] Derive(ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, int rounds) =>
        Rfc2898DeriveBytes.Pbkdf2(password, salt, rounds, HashAlgorithmName.SHA512, HashLength);

    private static string Encode(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '.');

    private static bool TryDecode(string text, out byte[] bytes)
    {
        bytes = new byte[text.Length];
        var padded = text.Replace('.', '+') + "==="[..((4 - text.Length % 4) % 4)];
        var fits = Convert.TryFromBase64String(padded, bytes, out var length);
        bytes = bytes[..length];
        return fits;
    }
}
