using System.Globalization;
using System.Text;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The plant of the scale benchmarks: so many tags on so many PLCs, ten to a station, in blocks of 400 bytes, side by side as TIA lays them. A map and its soft
/// PLCs agree on it.
/// </summary>
/// <param name="Count">Tags in all.</param>
/// <param name="Plcs">PLCs, with equally many tags each.</param>
internal sealed record ScaleTags(int Count, int Plcs)
{
    private const int StationsPerBlock = 12,
        PerStation = 10;
    private const string Secured = "None, Basic256Sha256, Aes128_Sha256_RsaOaep, Aes256_Sha256_RsaPss";

    /// <summary>True: all tags are recorded.</summary>
    public bool Recorded { get; init; }

    /// <summary>True: the policies that encrypt are on as well.</summary>
    public bool IsSecured { get; init; }

    // A station, 33 bytes and a pad byte: the place, the type and the name of each of its tags.
    private static readonly (int Offset, string Width, string Type, string Name)[] Station =
    [
        (0, "D", "Real", "Speed"),
        (4, "D", "Real", "Torque"),
        (8, "D", "Real", "Current"),
        (12, "D", "Real", "Pressure"),
        (16, "D", "Real", "Level"),
        (20, "D", "Real", "Flow"),
        (24, "D", "DInt", "Stamp"),
        (28, "W", "Int", "Mode"),
        (30, "W", "Int", "Recipe"),
        (32, "X", "Bool", "Running"),
    ];

    // A map in YAML may not have more keys than some 800,000 tags take.
    private const int MostInYaml = 500_000;

    /// <summary>A plant of some tags: on 20 PLCs, from half a million tags on on 200.</summary>
    public static ScaleTags Of(int count) => new(count, count > MostInYaml ? 200 : 20);

    /// <summary>True: too many for one file in YAML; they stand in tables.</summary>
    public bool NeedTables => Count > MostInYaml;

    /// <summary>Bytes of a station.</summary>
    public const int StationBytes = 34;

    /// <summary>Length of a data block.</summary>
    public const int BlockBytes = StationsPerBlock * StationBytes;

    /// <summary>The tag of a station that holds the time of its last change.</summary>
    public const int Stamp = 6;

    /// <summary>Tags of a PLC.</summary>
    public int PerPlc => Count / Plcs;

    /// <summary>Stations of a PLC.</summary>
    public int Stations => (PerPlc + PerStation - 1) / PerStation;

    /// <summary>Data blocks of a PLC, from 1 on.</summary>
    public int Blocks => (Stations + StationsPerBlock - 1) / StationsPerBlock;

    /// <summary>The text of a tag's node id.</summary>
    public string NodeOf(int tag) => string.Create(CultureInfo.InvariantCulture, $"PLC{tag / PerPlc + 1:00}/{PathOf(tag % PerPlc)}");

    /// <summary>Where a tag of a PLC lies: its block, its byte, and which tag of its station it is.</summary>
    public static (int Block, int Offset, int Kind) PlaceOf(int tag)
    {
        var station = tag / PerStation;
        return (
            1 + station / StationsPerBlock,
            station % StationsPerBlock * StationBytes + Station[tag % PerStation].Offset,
            tag % PerStation
        );
    }

    /// <summary>Writes the map.</summary>
    /// <param name="folder">Where to.</param>
    /// <param name="port">Port of the first soft PLC.</param>
    /// <param name="endpoint">Port of the bridge.</param>
    /// <param name="tables">The tags stand in tables (CSV) beside the map.</param>
    /// <returns>Path of the map.</returns>
    public string WriteMap(string folder, int port, int endpoint, bool tables = false)
    {
        var map = new StringBuilder();
        map.Append(
            CultureInfo.InvariantCulture,
            $"server: {{ name: scale, endpoint: \"opc.tcp://127.0.0.1:{endpoint}\", security: [{(IsSecured ? Secured : "None")}], anonymous: read, "
                + $"maxMonitoredItems: 2000000{(Recorded ? ", history: { store: history }" : "")} }}\nplcs:\n"
        );
        for (var plc = 0; plc < Plcs; plc++)
        {
            map.Append(
                CultureInfo.InvariantCulture,
                $"  - name: PLC{plc + 1:00}\n    host: 127.0.0.1\n    port: {port + plc}\n    profile: s7-1500\n    scan: {{ normal: 1s }}\n"
                    + $"{(Recorded ? "    history: true\n" : "")}    tags:\n"
            );
            if (tables)
                map.Append(CultureInfo.InvariantCulture, $"      - plc{plc + 1:00}.csv\n");
            var lines = tables ? new StringBuilder("name;address;type\n") : map;
            for (var tag = 0; tag < PerPlc; tag++)
            {
                var (block, offset, kind) = PlaceOf(tag);
                var (_, width, type, _) = Station[kind];
                var address = string.Create(CultureInfo.InvariantCulture, $"DB{block}.DB{width}{offset}{(type == "Bool" ? ".0" : "")}");
                lines.Append(
                    tables ? $"{PathOf(tag)};{address};{type}\n" : $"      - {{ name: {PathOf(tag)}, address: {address}, type: {type} }}\n"
                );
            }
            if (tables)
                File.WriteAllText(
                    Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"plc{plc + 1:00}.csv")),
                    lines.ToString()
                );
        }
        var path = Path.Combine(folder, "map.yaml");
        File.WriteAllText(path, map.ToString());
        return path;
    }

    private static string PathOf(int tag) =>
        string.Create(CultureInfo.InvariantCulture, $"Station{tag / PerStation:00000}/{Station[tag % PerStation].Name}");
}
