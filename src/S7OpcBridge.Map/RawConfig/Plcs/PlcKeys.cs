using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Cluster;
using S7OpcBridge.Map.RawConfig.Machines;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.RawConfig.Plcs;

internal static class PlcKeys
{
    public static readonly KeyTable<PlcReading> Table = new(
        "PLC",
        new(
            "name",
            KeyShape.Text,
            "Unique name, without slash: the first level of every node id.",
            static (yaml, r) =>
            {
                r.Plc.NameSpot = yaml.Spot;
                r.Plc.Name = yaml.Text() ?? "";
            }
        ),
        new(
            "host",
            KeyShape.Text,
            "Name or address of the PLC.",
            static (yaml, r) =>
            {
                r.Plc.HostSpot = yaml.Spot;
                r.Plc.Host = HostNames.Read(yaml);
            }
        ),
        new("port", KeyShape.Whole(1, 65535), "TCP port. Default 102.", static (yaml, r) => r.Plc.Port = yaml.Whole(1, 65535) ?? 102),
        new(
            "second",
            KeyShape.Text,
            "Second name or address of a redundant PLC; the one that answered last is tried first. Default none.",
            static (yaml, r) =>
            {
                r.Plc.SecondSpot = yaml.Spot;
                r.Plc.Second = HostNames.Read(yaml, "the second name or address of the PLC");
            }
        ),
        new(
            "bind",
            KeyShape.Text,
            "Address of this machine to connect from. Default: the system chooses.",
            static (yaml, r) => r.Plc.Bind = yaml.Address()
        ),
        new(
            "simulate",
            KeyShape.Bool,
            "true: a soft PLC inside this process instead of 'host'. Default " + "false.",
            static (yaml, r) => r.Plc.Simulate = yaml.Bool() ?? false
        ),
        new(
            "profile",
            KeyShape.OneOf(S7Profiles.All.Select(p => p.Name)),
            "CPU family: TSAPs, PDU, jobs, item limit, load, timeout and types follow from it. " + "Default generic.",
            static (yaml, r) => r.Plc.Profile = yaml.OneOf([.. S7Profiles.All.Select(p => p.Name)])
        ),
        new(
            "protocol",
            KeyShape.OneOf("s7", "s7plus"),
            "s7plus: optimised blocks by symbol, S7CommPlus over TLS, for S7-1500 and S7-1200 with newer firmware "
                + "(preview). Default s7.",
            static (yaml, r) => r.Plc.Plus.IsWanted = yaml.OneOf(["s7", "s7plus"]) == "s7plus"
        ),
        new(
            "password",
            KeyShape.Ref("password"),
            "Password of a CPU with 'protocol: s7plus', such as { file: packer.txt, user: bridge }. Default " + "none.",
            static (yaml, r) => S7PlusKeys.ReadPassword(yaml, r.Plc.Plus)
        ),
        new(
            "certificate",
            KeyShape.Text,
            "Which certificate of a CPU with 'protocol: s7plus' is trusted: trust-first-use, a thumbprint, or a file with the "
                + "certificate of an authority. Default trust-first-use.",
            static (yaml, r) => S7PlusKeys.ReadCertificate(yaml, r.Plc.Plus)
        ),
        new(
            "subscriptions",
            KeyShape.OneOf("auto", "on", "off"),
            "Whether a CPU with 'protocol: s7plus' sends changes by itself: auto, on or off (polled). " + "Default auto.",
            static (yaml, r) =>
            {
                r.Plc.Plus.SubscriptionsSpot = yaml.Spot;
                if (yaml.OneOf(["auto", "on", "off"]) is { } word)
                    r.Plc.Plus.Subscriptions = Enum.Parse<S7PlusSubscriptions>(word, ignoreCase: true);
            }
        ),
        new("rack", KeyShape.Whole(0, 7), "Rack of the CPU. Default by profile.", static (yaml, r) => r.At(yaml).Rack = yaml.Whole(0, 7)),
        new("slot", KeyShape.Whole(0, 31), "Slot of the CPU. Default by profile.", static (yaml, r) => r.At(yaml).Slot = yaml.Whole(0, 31)),
        new(
            "localTsap",
            KeyShape.TextOrNumber,
            "TSAP of this side, such as 01.00, instead of rack and " + "slot.",
            static (yaml, r) => r.At(yaml).LocalTsap = Tsap(yaml)
        ),
        new(
            "remoteTsap",
            KeyShape.TextOrNumber,
            "TSAP of the PLC, such as 03.01, instead of rack and " + "slot.",
            static (yaml, r) => r.At(yaml).RemoteTsap = Tsap(yaml)
        ),
        new(
            "connection",
            KeyShape.OneOf("basic", "op", "pg"),
            "Kind of connection; pg is that of programming devices. Default basic.",
            static (yaml, r) =>
            {
                r.At(yaml);
                if (yaml.OneOf(["basic", "op", "pg"]) is { } word)
                    r.Plc.Connection = Enum.Parse<S7ConnectionType>(word, ignoreCase: true);
            }
        ),
        new(
            "pduSize",
            KeyShape.Whole(112, 65535),
            "PDU size to request, in bytes; the PLC may grant less. Default by " + "profile.",
            static (yaml, r) => r.Plc.PduSize = yaml.Whole(112, 65535)
        ),
        new(
            "maxItems",
            KeyShape.Whole(1, 255),
            "Items per request at most. Default by profile.",
            static (yaml, r) => r.Plc.MaxItems = yaml.Whole(1, 255)
        ),
        new(
            "maxJobs",
            KeyShape.Whole(1, 255),
            "Requests in flight at most; the PLC may grant less. Default by " + "profile.",
            static (yaml, r) => r.Plc.MaxJobs = yaml.Whole(1, 255)
        ),
        new(
            "load",
            KeyShape.Ref("load"),
            "Limit of the load on the CPU, such as { requestsPerSecond: 100, busy: 50% }. Default by " + "profile.",
            static (yaml, r) => LoadKeys.Table.Read(yaml, r.Plc)
        ),
        new(
            "timeout",
            KeyShape.Duration,
            "An unanswered job ends the connection after this time. Default 2s; logo, s7-300 and s7plus 5s.",
            static (yaml, r) => r.Plc.Timeout = yaml.Duration(TimeSpan.FromMilliseconds(50), TimeSpan.FromMinutes(5))
        ),
        new(
            "reconnect",
            KeyShape.Ref("reconnect"),
            "Pauses between attempts to connect. Default { first: 1s, max: 10s }.",
            static (yaml, r) =>
            {
                r.Plc.ReconnectSpot = yaml.Spot;
                ReconnectKeys.Table.Read(yaml, r.Plc);
            }
        ),
        new(
            "stale",
            KeyShape.Duration,
            "How long the last value is kept after the link has ended. Default 30s.",
            static (yaml, r) => r.Plc.Stale = yaml.Duration(TimeSpan.Zero, TimeSpan.FromDays(1))
        ),
        new(
            "timezone",
            KeyShape.Text,
            "Zone of DT, DTL and LDT, such as Europe/Berlin. Default UTC, with a " + "warning.",
            static (yaml, r) => r.Plc.TimeZone = TimeZones.Read(yaml)
        ),
        new(
            "encoding",
            KeyShape.Text,
            "Code page of Char, String and Chars: windows-1252, latin-1, utf-8, gbk. Default windows-1252.",
            static (yaml, r) => r.Plc.Encoding = Encodings.Read(yaml)
        ),
        new(
            "enabled",
            KeyShape.Bool,
            "false: no connection, and BadOutOfService. Default true.",
            static (yaml, r) => r.Plc.Enabled = yaml.Bool() ?? true
        ),
        new(
            "owner",
            KeyShape.Text,
            "Node of the cluster that reads this PLC as long as it is alive. Default: the nodes share the PLCs among " + "themselves.",
            static (yaml, r) =>
            {
                r.Plc.OwnerSpot = yaml.Spot;
                r.Plc.Owner = ClusterKeys.ReadName(yaml);
            }
        ),
        new(
            "writes",
            KeyShape.Bool,
            "false: nothing is ever written to this PLC. Default true.",
            static (yaml, r) => r.Plc.Writes = yaml.Bool() ?? true
        ),
        new(
            "allowOutputs",
            KeyShape.Bool,
            "true: outputs (Q) may be made writable. Default false.",
            static (yaml, r) => r.Plc.AllowOutputs = yaml.Bool() ?? false
        ),
        new(
            "stopIsUncertain",
            KeyShape.Bool,
            "false: values stay Good while the CPU is in STOP. Default true.",
            static (yaml, r) => r.Plc.StopIsUncertain = yaml.Bool() ?? true
        ),
        new(
            "passwordFile",
            KeyShape.Text,
            "File with the session password of a protected S7-300, 400 or WinAC; only its owner may read it. Default none.",
            static (yaml, r) =>
            {
                r.Plc.PasswordSpot = yaml.Spot;
                r.Plc.Password = PasswordFiles.Read(yaml);
            }
        ),
        new(
            "heartbeat",
            KeyShape.Ref("heartbeat"),
            "A word that the bridge toggles, such as { address: DB1.DBW0, every: 1s }. Default none.",
            static (yaml, r) =>
            {
                r.Plc.Heartbeat = new RawHeartbeat(yaml.Spot);
                HeartbeatKeys.Table.Read(yaml, r.Plc.Heartbeat);
            }
        ),
        new(
            "alarms",
            KeyShape.Ref("plcAlarms"),
            "The alarms that the CPU raises itself, such as { plc: true }. Default none.",
            static (yaml, r) =>
            {
                r.Plc.Alarms = new RawCpuAlarms(yaml.Spot);
                CpuAlarmKeys.Table.Read(yaml, r.Plc.Alarms);
            }
        ),
        new("machine", MachineKeys.Shape, MachineKeys.OfPlc, static (yaml, r) => r.Plc.Machine = MachineKeys.Read(yaml)),
        new(
            "scan",
            ScanKeys.Shape,
            "Scan classes, such as { fast: 100ms, normal: 1s, rare: { interval: 10s, demand: true } }. Default normal: 1s.",
            static (yaml, r) => ScanKeys.Read(yaml, r.Plc)
        ),
        new(
            "permissions",
            RightsKeys.Shape,
            "Other permissions of roles for folders or tags, such as { Recipe: { Operator: [browse, read] } }; / is the whole PLC. Default: by role.",
            static (yaml, r) => RightsKeys.Read(yaml, r.Plc)
        ),
        new(
            "history",
            TagHistoryKeys.Shape,
            "History of all tags, as at a tag. Default false.",
            static (yaml, r) => TagHistoryKeys.Read(yaml, r.Plc.Root)
        ),
        new("tags", KeyShape.Ref("tags"), "The tags: a list, or names with the short form.", static (yaml, r) => r.ReadTags(yaml))
    );

    private static ushort? Tsap(YamlReader yaml)
    {
        const string Expected = "a TSAP as two hexadecimal bytes, such as 03.01 or 0x0301";
        if (yaml.Peek is not { } text)
        {
            yaml.RefuseNode(Expected);
            return null;
        }
        var hex =
            text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..]
            : text.Length == 5 && text[2] == '.' ? text.Remove(2, 1)
            : "";
        if (hex.Length != 4 || !ushort.TryParse(hex, System.Globalization.NumberStyles.AllowHexSpecifier, null, out var tsap))
        {
            yaml.RefuseNode(Expected);
            return null;
        }
        yaml.Next();
        return tsap;
    }
}

/// <summary>A PLC being read, with the reader of its tags.</summary>
internal sealed record PlcReading(RawPlc Plc, Action<YamlReader> ReadTags)
{
    /// <summary>The PLC, after noting the location of its rack, slot, TSAPs or connection.</summary>
    public RawPlc At(YamlReader yaml)
    {
        if (Plc.AddressingSpot.IsNone)
            Plc.AddressingSpot = yaml.Spot;
        return Plc;
    }
}
