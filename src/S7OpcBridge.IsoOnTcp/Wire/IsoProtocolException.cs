namespace S7OpcBridge.IsoOnTcp.Wire;

/// <summary>The peer violated TPKT or COTP. The message is a sentence for users. The protocol above passes it on as an exception of its own.</summary>
internal sealed class IsoProtocolException(string message) : Exception(message);
