using System.Globalization;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>What a node worked for at a moment.</summary>
/// <param name="Node">The node.</param>
/// <param name="Time">Timestamp of the machine's monotonic clock.</param>
/// <param name="View">Version of its view.</param>
/// <param name="Owned">A bit per PLC that it works for.</param>
internal readonly record struct Tick(string Node, long Time, long View, ulong Owned)
{
    public static Tick? Parse(string node, string line)
    {
        var words = line.Split(' ');
        return words.Length == 3 && words[2].Length > 0
            ? new Tick(
                node,
                long.Parse(words[0], CultureInfo.InvariantCulture),
                long.Parse(words[1], CultureInfo.InvariantCulture),
                ulong.Parse(words[2], NumberStyles.HexNumber, CultureInfo.InvariantCulture)
            )
            : null;
    }
}
