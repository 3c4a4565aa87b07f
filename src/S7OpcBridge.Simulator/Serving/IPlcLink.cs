using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>One connection as the PLC sees it, in either protocol.</summary>
internal interface IPlcLink
{
    /// <summary>Serves the caller until one side ends it.</summary>
    Task RunAsync();

    /// <summary>Ends the connection, from any thread.</summary>
    void End(LinkEnd end);
}
