using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity.Users;

/// <summary>Remembers right passwords for an hour as keyed hashes in memory, so that known users need not queue behind password guesses. Thread-safe.</summary>
internal sealed class VerifiedPasswords(TimeProvider time)
{
    private static readonly TimeSpan KnownFor = TimeSpan.FromHours(1);

    private readonly byte[] _secret = RandomNumberGenerator.GetBytes(32);
    private readonly ConcurrentDictionary<string, Known> _known = new(StringComparer.Ordinal);

    /// <summary>True where the password matches the remembered one; false means unknown.</summary>
    public bool Has(UserEntry user, ReadOnlySpan<byte> password)
    {
        if (!_known.TryGetValue(user.Name, out var known))
            return false;
        // A changed password in the users file invalidates it.
        if (time.GetElapsedTime(known.At) < KnownFor && known.Hash == user.Password?.ToString())
            return CryptographicOperations.FixedTimeEquals(known.Digest, DigestOf(user, password));
        _known.TryRemove(user.Name, out _);
        return false;
    }

    /// <summary>Remembers a right password.</summary>
    public void Add(UserEntry user, ReadOnlySpan<byte> password)
    {
        if (user.Password is { } hash)
            _known[user.Name] = new Known(hash.ToString(), DigestOf(user, password), time.GetTimestamp());
    }

    private byte[] DigestOf(UserEntry user, ReadOnlySpan<byte> password)
    {
        var digest = new byte[HMACSHA256.HashSizeInBytes];
        using var keyed = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, _secret);
        keyed.AppendData(Encoding.UTF8.GetBytes(user.Name));
        keyed.AppendData([0]);
        keyed.AppendData(password);
        keyed.GetHashAndReset(digest);
        return digest;
    }

    private sealed record Known(string Hash, byte[] Digest, long At);
}
