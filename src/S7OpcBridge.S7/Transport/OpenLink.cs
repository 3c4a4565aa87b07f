using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.S7.Transport;

/// <summary>The result of connecting and negotiating.</summary>
/// <param name="Host">The host that accepted the connection, as in the options.</param>
/// <param name="Socket">The connected socket.</param>
/// <param name="Frames">The reader, which may already contain bytes after the last answer.</param>
/// <param name="Peer">The other end.</param>
/// <param name="TpduSize">Longest TPDU that the peer accepts, in bytes, including the COTP header.</param>
/// <param name="PduSize">Negotiated PDU size in bytes.</param>
/// <param name="MaxJobs">Negotiated jobs in flight.</param>
internal sealed record OpenLink(string Host, LoopSocket Socket, FrameReader Frames, Peer Peer, int TpduSize, int PduSize, int MaxJobs);
