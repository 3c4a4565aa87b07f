namespace S7OpcBridge.S7;

/// <summary>An error in the communication with a PLC. The message is a sentence for users: what, where, what to do.</summary>
public abstract class S7Exception(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>The connection was lost or could not be made: refused, reset, timed out, closed. It is no longer usable.</summary>
public sealed class S7LinkException(string message, Exception? inner = null) : S7Exception(message, inner)
{
    /// <summary>How far the connection had come.</summary>
    public S7ConnectStage Stage { get; init; } = S7ConnectStage.Open;

    /// <summary>What ended it.</summary>
    public S7LinkCause Cause { get; init; }
}

/// <summary>The peer violated the protocol. The connection is no longer usable.</summary>
public sealed class S7ProtocolException(string message) : S7Exception(message);

/// <summary>The PLC refused a whole job in the S7 header (ROSCTR 02 or 03 with a code). The connection stays open.</summary>
public sealed class S7RefusedException(string message, ushort code) : S7Exception(message)
{
    /// <summary>Error class and code, for example 0x8104.</summary>
    public ushort Code { get; } = code;
}
