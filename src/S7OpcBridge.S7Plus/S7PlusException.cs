namespace S7OpcBridge.S7Plus;

/// <summary>What went wrong between us and a PLC. The message is a sentence for the user: what, where, what to do.</summary>
public abstract class S7PlusException(string message, bool isTransient, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>True when trying again later may help: the reconnect decides on this alone.</summary>
    public bool IsTransient { get; } = isTransient;
}

/// <summary>The link is gone or could not be made: refused, reset, timed out, closed. The connection is dead.</summary>
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

/// <summary>The PLC answered a request with an error. The connection lives on.</summary>
public sealed class S7PlusRefusedException(string message, S7PlusReturnValue code) : S7PlusException(message, isTransient: true)
{
    /// <summary>The return value as the PLC sent it.</summary>
    public S7PlusReturnValue Code { get; } = code;
}

/// <summary>The certificate or the password is not accepted: somebody has to change something before another try can succeed.</summary>
public sealed class S7PlusTrustException(string message, S7PlusStage stage, Exception? inner = null) : S7PlusException(message, isTransient: false, inner)
{
    /// <summary><see cref="S7PlusStage.Certificate"/> or <see cref="S7PlusStage.Legitimation"/>.</summary>
    public S7PlusStage Stage { get; } = stage;
}
