namespace S7OpcBridge.S7;

/// <summary>What went wrong between us and a PLC. The message is a sentence for the user: what, where, what to do.</summary>
public abstract class S7Exception(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>The link is gone or could not be made: refused, reset, timed out, closed. The connection is dead.</summary>
public sealed class S7LinkException(string message, Exception? inner = null) : S7Exception(message, inner)
{
    /// <summary>How far the connection had come.</summary>
    public S7ConnectStage Stage { get; init; } = S7ConnectStage.Open;

    /// <summary>What ended it.</summary>
    public S7LinkCause Cause { get; init; }
}

/// <summary>The peer broke the protocol. The connection is dead.</summary>
public sealed class S7ProtocolException(string message) : S7Exception(message);

/// <summary>The PLC refused a whole job in the S7 header (ROSCTR 02 or 03 with a code). The connection lives on.</summary>
public sealed class S7RefusedException(string message, ushort code) : S7Exception(message)
{
    /// <summary>Error class and code, for example 0x8104.</summary>
    public ushort Code { get; } = code;
}
