using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>Who sent a HistoryRead, and where its cost is counted.</summary>
/// <param name="Client">The client, for its turns.</param>
/// <param name="Points">The session's continuation points.</param>
/// <param name="Memory">Where the memory of the answer is counted until it is sent.</param>
/// <param name="RequestBytes">Bytes of the request in memory.</param>
internal readonly record struct HistoryReader(
    UaCaller Caller,
    ClientIdentity Client,
    HistoryPoints Points,
    HeldMemory Memory,
    long RequestBytes
);
