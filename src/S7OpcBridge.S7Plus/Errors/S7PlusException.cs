namespace S7OpcBridge.S7Plus;

/// <summary>An error in the communication with a PLC. The message is a sentence for users: what, where, what to do.</summary>
public abstract class S7PlusException(string message, bool isTransient, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>True where trying again later may help; reconnecting depends on this only.</summary>
    public bool IsTransient { get; } = isTransient;
}

/// <summary>The connection was lost or could not be made: refused, reset, timed out, closed. It is no longer usable.</summary>
public sealed class S7PlusLinkException(string message, Exception? inner = null) : S7PlusException(message, isTransient: true, inner)
{
    /// <summary>How far the connection had come.</summary>
    public S7PlusStage Stage { get; init; } = S7PlusStage.Open;

    /// <summary>What ended it.</summary>
    public S7PlusLinkCause Cause { get; init; }
}

/// <summary>The peer broke the protocol. The connection is dead.</summary>
public sealed class S7PlusProtocolException(string message) : S7PlusException(message, isTransient: true)
{
    /// <summary>How far the connection had come.</summary>
    public S7PlusStage Stage { get; internal set; } = S7PlusStage.Open;
}

/// <summary>The PLC answered a request with an error. The connection stays open.</summary>
public sealed class S7PlusRefusedException(string message, S7PlusReturnValue code) : S7PlusException(message, isTransient: true)
{
    /// <summary>The return value of the PLC.</summary>
    public S7PlusReturnValue Code { get; } = code;
}

/// <summary>
/// The symbols that a CPU describes are too many or nested too deep, or a type contains itself, as no type of a PLC program does. The connection stays open.
/// </summary>
/// <param name="symbol">Where, as a path.</param>
/// <param name="reason">What is wrong and what to do, as half a sentence.</param>
public sealed class S7PlusSymbolException(string symbol, string reason) : S7PlusException($"{symbol}: {reason}.", isTransient: false)
{
    /// <summary>What is wrong and what to do, as half a sentence that follows the symbol.</summary>
    public string Reason { get; } = reason;
}

/// <summary>The certificate or the password is not accepted. Trying again does not help until a user has changed something.</summary>
public sealed class S7PlusTrustException(string message, S7PlusStage stage, Exception? inner = null)
    : S7PlusException(message, isTransient: false, inner)
{
    /// <summary><see cref="S7PlusStage.Certificate"/> or <see cref="S7PlusStage.Legitimation"/>.</summary>
    public S7PlusStage Stage { get; } = stage;
}
