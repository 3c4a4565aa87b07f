using S7OpcBridge.S7.Transport.Loop;

namespace S7OpcBridge.S7.Transport;

/// <summary>What connecting and negotiating produced.</summary>
/// <param name="Host">The host that took the connection, as the options name it.</param>
/// <param name="Socket">The connected socket.</param>
/// <param name="Frames">The reader, which may hold bytes that came behind the last answer.</param>
/// <param name="Peer">The other end.</param>
/// <param name="TpduSize">Longest TPDU that the peer takes, in bytes, COTP header included.</param>
/// <param name="PduSize">Negotiated PDU size in bytes.</param>
/// <param name="MaxJobs">Negotiated jobs in flight.</param>
internal sealed record OpenLink(string Host, LoopSocket Socket, FrameReader Frames, Peer Peer, int TpduSize, int PduSize, int MaxJobs);
