using S7OpcBridge.S7Plus.Frames;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>A request without its head, in two pieces: the integrity id stands between them, where the request carries one.</summary>
/// <param name="Function">What is asked.</param>
/// <param name="Before">Everything up to the integrity id.</param>
/// <param name="After">Everything behind it.</param>
internal sealed record RequestBody(PlusFunction Function, byte[] Before, byte[] After)
{
    /// <summary>The four zeros that end most requests.</summary>
    public static readonly byte[] End = new byte[4];

    /// <summary>The five zeros that end an Explore; some firmware does not answer to four.</summary>
    public static readonly byte[] ExploreEnd = new byte[5];

    /// <summary>False for the requests that make the session.</summary>
    public bool HasIntegrity { get; init; } = true;

    public byte Flags { get; init; } = TransportFlags.Request;

    public byte Version { get; init; } = PlusFrame.Version2;
}
