namespace S7OpcBridge.OpcUa.Server.Counters;

/// <summary>How a session ended.</summary>
internal enum SessionEnd
{
    /// <summary>Its client closed it.</summary>
    Closed,

    /// <summary>Nothing was heard of it for too long.</summary>
    TimedOut,

    /// <summary>The server ended it: the client broke a rule, its place was needed, or the server stops.</summary>
    Terminated,
}
