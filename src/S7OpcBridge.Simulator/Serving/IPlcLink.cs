using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>A connection on the PLC's side, of either protocol.</summary>
internal interface IPlcLink
{
    /// <summary>Serves the client until one side ends the connection.</summary>
    Task RunAsync();

    /// <summary>Ends the connection, from any thread.</summary>
    void End(LinkEnd end);
}
