using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;

namespace S7OpcBridge.Hosting;

/// <summary>Makes the callbacks for connections to PLCs.</summary>
internal static class PlusHooks
{
    /// <summary>The callbacks of a map; certificates are kept in its stores.</summary>
    /// <param name="wireLog">Receives all messages; null: no log.</param>
    public static S7PlusHooks Create(BridgeMap map, WireLogFile? wireLog, TimeProvider time)
    {
        var certificates = new CertificateStores(map.Server.Certificates!).Plcs;
        return new S7PlusHooks
        {
            Time = time,
            FirstUse = plc => PlcFirstUse.CheckFor(certificates, plc.Name),
            WireLog = wireLog is null ? null : plc => wireLog.LogFor(plc.Name),
            ClassicWireLog = wireLog is null ? null : plc => wireLog.ClassicLogFor(plc.Name),
        };
    }
}
