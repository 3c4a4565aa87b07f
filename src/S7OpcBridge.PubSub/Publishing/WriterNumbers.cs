using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>
/// Numbers of writers and groups, 1 to 65535, unique for the publisher (OPC 10000-14, 6.2.4.1). A name gets the same number after a restart, unless another
/// name has it: it is made from a hash of the name. During a run a name keeps its number.
/// </summary>
internal sealed class WriterNumbers
{
    /// <summary>How many there are.</summary>
    public const int Most = ushort.MaxValue;

    private readonly Dictionary<string, ushort> _known = new(StringComparer.Ordinal);
    private readonly HashSet<ushort> _used = [];

    /// <summary>The number of a name; null: all are in use.</summary>
    public ushort? NumberOf(string name)
    {
        if (_known.TryGetValue(name, out var known))
            return known;
        if (_used.Count >= Most)
            return null;
        var number = Hash(name);
        while (!_used.Add(number))
            number = number == Most ? (ushort)1 : (ushort)(number + 1);
        _known.Add(name, number);
        return number;
    }

    /// <summary>Frees the numbers of names that are no longer used.</summary>
    public void Keep(IReadOnlySet<string> names)
    {
        foreach (var (name, number) in _known.Where(known => !names.Contains(known.Key)).ToArray())
        {
            _known.Remove(name);
            _used.Remove(number);
        }
    }

    private static ushort Hash(string name)
    {
        var hash = NameHash.Add(NameHash.Empty, name);
        return (ushort)((hash ^ (hash >> 16)) % Most + 1);
    }
}
