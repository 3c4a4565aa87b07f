using S7OpcBridge.S7Plus.Frames;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>A request without its header, in two parts, between which the integrity id is inserted where the request has one.</summary>
/// <param name="Before">The part before the integrity id.</param>
/// <param name="After">The part after it.</param>
internal sealed record RequestBody(PlusFunction Function, byte[] Before, byte[] After)
{
    /// <summary>The four zeros that end most requests.</summary>
    public static readonly byte[] End = new byte[4];

    /// <summary>The five zeros that end an Explore; some firmware does not answer with four.</summary>
    public static readonly byte[] ExploreEnd = new byte[5];

    /// <summary>False for the requests that create the session.</summary>
    public bool HasIntegrity { get; init; } = true;

    public byte Flags { get; init; } = TransportFlags.Request;

    public byte Version { get; init; } = PlusFrame.Version2;
}
