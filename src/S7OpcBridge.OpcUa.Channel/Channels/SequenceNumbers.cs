namespace S7OpcBridge.OpcUa.Channel.Channels;

/// <summary>
/// The sequence numbers of a channel's chunks (OPC 10000-6, 6.7.2.4), counted per direction over all tokens. With the RSA policies and None they may
/// begin anywhere, wrap only after 4,294,966,271, and continue below 1024; with ephemeral keys they begin at 0 and use every number.
/// </summary>
internal struct SequenceNumbers(uint lastSent, bool usesAll = false)
{
    /// <summary>The last number sent, for a channel whose numbers begin at 0.</summary>
    public const uint BeforeZero = uint.MaxValue;

    /// <summary>UInt32.MaxValue − 1024.</summary>
    public const uint WrapAfter = uint.MaxValue - 1024;

    private const uint FirstAfterWrapBelow = 1024;

    private bool _receivedAny;

    /// <summary>The number of the last chunk sent.</summary>
    public uint Sent { get; private set; } = lastSent;

    /// <summary>The number of the last chunk received; 0 before the first.</summary>
    public uint Received { get; private set; }

    /// <summary>The number of the next chunk sent.</summary>
    public uint Next() => Sent = After(Sent, usesAll);

    /// <summary>The number that follows another.</summary>
    public static uint After(uint number, bool usesAll) => number > WrapAfter && !usesAll ? 1 : unchecked(number + 1);

    /// <summary>Accepts the number of the next chunk received.</summary>
    /// <exception cref="UaException">BadSecurityChecksFailed: a chunk is missing or repeated; the channel must be closed.</exception>
    public void Check(uint number)
    {
        var expected = unchecked(Received + 1);
        var wraps = !usesAll && Received > WrapAfter && number < FirstAfterWrapBelow;
        if (_receivedAny && number != expected && !wraps)
            throw new UaException(StatusCodes.BadSecurityChecksFailed, $"Chunk {number} arrived, expected was {expected}.");
        (Received, _receivedAny) = (number, true);
    }
}
