namespace S7OpcBridge.PubSub.Connecting;

/// <summary>The bytes of a packet.</summary>
/// <param name="Header">Its first byte: type and flags.</param>
/// <param name="Body">What follows the length.</param>
/// <param name="TotalBytes">Bytes of the whole packet.</param>
/// <param name="IsCut">It is larger than is taken, and this is its begin.</param>
internal readonly record struct ReceivedPacket(byte Header, ArraySegment<byte> Body, int TotalBytes, bool IsCut);
