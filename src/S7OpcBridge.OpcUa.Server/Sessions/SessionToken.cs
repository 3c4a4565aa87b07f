using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// A session's authentication token: 32 random bytes. The first half finds the session, the second is compared in constant time, against timing
/// attacks.
/// </summary>
internal sealed class SessionToken
{
    private const int Length = 32;
    private readonly byte[] _bytes = RandomNumberGenerator.GetBytes(Length);

    /// <summary>The token as a NodeId, for the client.</summary>
    public NodeId Id => new(0, _bytes);

    public Guid Key => new(_bytes.AsSpan(0, 16));

    /// <summary>The first half of a token in a request.</summary>
    public static bool TryKey(in NodeIdView token, out Guid key)
    {
        var looksRight = token is { Namespace: 0, Kind: NodeIdKind.Opaque } && token.Bytes.Length == Length;
        key = looksRight ? new Guid(token.Bytes[..16]) : default;
        return looksRight;
    }

    public bool Matches(in NodeIdView token) => CryptographicOperations.FixedTimeEquals(_bytes, token.Bytes);
}
