namespace S7OpcBridge.Simulator.Faults;

/// <summary>How a connection goes on, or ends.</summary>
internal enum LinkEnd : byte
{
    /// <summary>It goes on.</summary>
    None,

    /// <summary>Nothing more is said; the socket stays open.</summary>
    Silence,

    /// <summary>FIN, after what is under way has left.</summary>
    Close,

    /// <summary>RST, at once.</summary>
    Reset,
}
