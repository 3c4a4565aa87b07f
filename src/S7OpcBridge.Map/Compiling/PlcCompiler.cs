using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Completes the settings of a PLC with the values of its profile.</summary>
internal static class PlcCompiler
{
    private static readonly TimeSpan CpuStateEvery = TimeSpan.FromSeconds(2),
        LayoutEvery = TimeSpan.FromSeconds(2),
        PlusTimeout = TimeSpan.FromSeconds(5);

    public static S7Profile ProfileOf(RawPlc plc) =>
        S7Profile.TryFind(plc.Profile ?? "generic", out var profile, out _) ? profile : S7Profiles.Generic;

    public static PlcDefinition Compile(RawPlc plc, int index, S7Profile profile, FindingList findings)
    {
        if (plc.HostSpot.IsNone && !plc.Simulate && !findings.IsCutShort)
            findings.Error(
                plc.Spot,
                $"the PLC '{plc.Name}' has no address; add 'host: 192.168.0.1' with the right one, or 'simulate: true'"
            );
        if (plc.ReconnectFirst > (plc.ReconnectMax ?? TimeSpan.FromSeconds(10)))
            findings.Error(
                plc.ReconnectSpot,
                $"the first pause, {Durations.Format(plc.ReconnectFirst.Value)}, is longer than the longest, "
                    + $"{Durations.Format(plc.ReconnectMax ?? TimeSpan.FromSeconds(10))}; swap them"
            );
        CheckSecond(plc, findings);
        S7PlusRules.Check(plc, profile, findings);
        if (!plc.PasswordSpot.IsNone && !plc.Plus.IsWanted && !profile.HasSessionPassword && profile != S7Profiles.Generic)
            findings.Error(
                plc.PasswordSpot,
                $"a PLC of profile {profile.Name} has no session password (only S7-300, 400 and WinAC have one); remove "
                    + "'passwordFile', or check 'profile'"
            );
        var definition = new PlcDefinition
        {
            Index = index,
            Name = plc.Name,
            Connection = ConnectionOf(plc, profile, findings),
            Simulated = plc.Simulate,
            Enabled = plc.Enabled,
            // With S7CommPlus the CPU reports its own limit.
            MaxItems = Math.Min(plc.MaxItems ?? 255, plc.Plus.IsWanted ? 255 : profile.MaxItems),
            Writes = plc.Writes,
            StopIsUncertain = plc.StopIsUncertain,
            Load = plc.Load ?? (plc.Simulate ? S7Load.None : profile.Load),
            Prices = plc.Simulate ? S7Prices.Local : profile.Prices,
            S7Plus = S7PlusRules.SettingsOf(plc),
            CpuStateEvery = !plc.Plus.IsWanted && profile.SystemLists == S7SystemListPolicy.Never ? TimeSpan.Zero : CpuStateEvery,
            // The blocks of a soft PLC follow the map.
            LayoutEvery =
                !plc.Plus.IsWanted && profile.SystemLists == S7SystemListPolicy.Full && !plc.Simulate ? LayoutEvery : TimeSpan.Zero,
            Heartbeat = Heartbeats.HeartbeatOf(plc, findings),
            Rights = new TagRightsRules([.. plc.Rights.Select(rule => new TagRightsRule(rule.Path, rule.Roles))]),
            Password = plc.Password,
            Machine = plc.Machine?.Identity,
            ConsistentBytes = profile.ConsistentBytes,
        };
        return definition with
        {
            Stale = plc.Stale ?? definition.Stale,
            ReconnectFirst = plc.ReconnectFirst ?? definition.ReconnectFirst,
            ReconnectMax = plc.ReconnectMax ?? definition.ReconnectMax,
            TimeZone = plc.TimeZone ?? definition.TimeZone,
            Encoding = plc.Encoding ?? definition.Encoding,
        };
    }

    private static void CheckSecond(RawPlc plc, FindingList findings)
    {
        if (plc.Second is null)
            return;
        if (plc.HostSpot.IsNone)
            findings.Error(plc.SecondSpot, "'second' needs 'host'; rename it to 'host'");
        else if (plc.Host is not null && plc.Second.Equals(plc.Host, StringComparison.OrdinalIgnoreCase))
            findings.Error(
                plc.SecondSpot,
                $"'second' and 'host' are both {plc.Host}; write the address of the other CPU, or remove 'second'"
            );
    }

    private static S7ConnectionOptions ConnectionOf(RawPlc plc, S7Profile profile, FindingList findings)
    {
        var addressing = new S7Addressing(plc.Rack, plc.Slot, plc.Connection, plc.LocalTsap, plc.RemoteTsap);
        if (!profile.TryConnectTo(plc.Host ?? "localhost", addressing, out var options, out var error))
            findings.Error(plc.AddressingSpot, error);
        return options with
        {
            Port = plc.Port,
            Second = plc.Second,
            Bind = plc.Bind,
            PduSize = plc.PduSize ?? options.PduSize,
            MaxJobs = plc.MaxJobs ?? (plc.Plus.IsWanted ? 1 : options.MaxJobs),
            // A CPU needs seconds to describe a large program.
            Timeout = plc.Timeout ?? (plc.Plus.IsWanted ? PlusTimeout : options.Timeout),
        };
    }
}
