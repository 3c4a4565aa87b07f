using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Checks the heartbeat of a PLC.</summary>
internal static class Heartbeats
{
    /// <summary>The heartbeat; null: there is none, or nothing can be made of it.</summary>
    public static PlcHeartbeat? HeartbeatOf(RawPlc plc, FindingList findings)
    {
        if (plc.Heartbeat is not { } beat)
            return null;
        if (!plc.Writes)
            findings.Error(beat.Spot, "a heartbeat writes to the PLC, but 'writes: false' forbids it; remove one of them");
        if (beat.Symbol is not null)
            return ReadSymbol(plc, beat, findings);
        if (beat.Address is null)
        {
            findings.Error(
                beat.Spot,
                plc.Plus.IsWanted
                    ? "the heartbeat has no 'symbol'; add that of a Word, such as '\"DB_Bridge\".Beat'"
                    : "the heartbeat has no 'address'; add the address of a word, such as DB1.DBW0"
            );
            return null;
        }
        if (!S7Address.TryParse(beat.Address, out var address, out _, out var error))
            findings.Error(beat.AddressSpot, error);
        else if (plc.Plus.IsWanted && address.Area != S7Area.DataBlock)
            findings.Error(
                beat.AddressSpot,
                $"{address} can't be written by address on a PLC with 'protocol: s7plus'; write its symbol, 'symbol: " + "'\"Beat\"''"
            );
        else if (address.Width != 16 || address.Area is not (S7Area.DataBlock or S7Area.Markers or S7Area.Outputs))
            findings.Error(beat.AddressSpot, $"{address} is not a writable word; use one such as DB1.DBW0 or MW10");
        return new PlcHeartbeat(address, beat.Every);
    }

    private static PlcHeartbeat ReadSymbol(RawPlc plc, RawHeartbeat beat, FindingList findings)
    {
        if (!plc.Plus.IsWanted)
            findings.Error(
                beat.SymbolSpot,
                $"'{beat.Symbol}' is a symbol, and '{plc.Name}' is asked by absolute addresses; write 'address: DB1.DBW0', or add "
                    + "'protocol: s7plus' to the PLC"
            );
        else if (beat.Address is not null)
            findings.Error(beat.SymbolSpot, "a heartbeat has an address or a 'symbol', not both; remove one of them");
        else if (!SymbolText.TrySplit(beat.Symbol!, out _, out var error))
            findings.Error(
                beat.SymbolSpot,
                $"the symbol {beat.Symbol} can't be read: {error}; write it as in TIA Portal, in single quotes: " + "'\"DB_Bridge\".Beat'"
            );
        return new PlcHeartbeat(default, beat.Every) { Symbol = beat.Symbol };
    }
}
