namespace S7OpcBridge.History;

/// <summary>The store cannot do what was asked; the message says what, where and what to do.</summary>
public sealed class HistoryException : Exception
{
    /// <summary>With a sentence for the user.</summary>
    public HistoryException(string message)
        : base(message) { }

    /// <summary>True: another process has the store; it may be free again soon.</summary>
    public bool IsInUse { get; init; }

    /// <summary>With a sentence for the user and its cause.</summary>
    public HistoryException(string message, Exception inner)
        : base(message, inner) { }
}
