using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>What the program does for connections by S7CommPlus.</summary>
internal static class PlusHooks
{
    /// <summary>Certificates are kept in the stores of the map.</summary>
    /// <param name="map">The map.</param>
    /// <param name="wireLog">Takes what passes on the wire; null: nobody looks.</param>
    /// <param name="time">The clock.</param>
    public static S7PlusHooks Of(BridgeMap map, WireLogFile? wireLog, TimeProvider time)
    {
        var certificates = new CertificateStores(map.Server.Certificates!).Plcs;
        return new S7PlusHooks { Time = time, FirstUse = plc => certificates.FirstUse(plc.Name), WireLog = plc => wireLog?.Of(plc) };
    }
}
