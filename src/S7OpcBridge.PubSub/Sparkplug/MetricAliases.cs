using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>
/// Aliases of metrics, unique for the edge node. A metric gets the same alias after a restart, unless another has it: it is made from a hash of device, name
/// and type. So values that wait over a restart still belong to their metric, and those of a metric that is another one now do not.
/// </summary>
internal sealed class MetricAliases
{
    // Four bytes in a message.
    private const uint Mask = (1 << 28) - 1;

    private readonly Dictionary<(string Device, string Name, SparkplugType Type), uint> _known = [];
    private readonly HashSet<uint> _used = [];

    /// <summary>The alias of a metric.</summary>
    public uint Of(string device, string name, SparkplugType type)
    {
        if (_known.TryGetValue((device, name, type), out var known))
            return known;
        var alias = Hash(device, name, type);
        while (alias == 0 || !_used.Add(alias))
            alias = (alias + 1) & Mask;
        _known.Add((device, name, type), alias);
        return alias;
    }

    /// <summary>Frees the aliases of metrics that are no longer published.</summary>
    public void Keep(IReadOnlySet<uint> aliases)
    {
        foreach (var (metric, alias) in _known.Where(known => !aliases.Contains(known.Value)).ToArray())
        {
            _known.Remove(metric);
            _used.Remove(alias);
        }
    }

    private static uint Hash(string device, string name, SparkplugType type)
    {
        var hash = NameHash.Add(NameHash.Add(NameHash.Empty, device), '/');
        hash = NameHash.Add(NameHash.Add(hash, name), (uint)type);
        return (hash ^ (hash >> 28)) & Mask;
    }
}
