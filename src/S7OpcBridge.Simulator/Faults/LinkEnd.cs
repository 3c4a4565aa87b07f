namespace S7OpcBridge.Simulator.Faults;

/// <summary>How a connection continues or ends.</summary>
internal enum LinkEnd : byte
{
    /// <summary>It continues.</summary>
    None,

    /// <summary>Nothing more is sent; the socket stays open.</summary>
    Silence,

    /// <summary>FIN, after pending data were sent.</summary>
    Close,

    /// <summary>RST, at once.</summary>
    Reset,
}
