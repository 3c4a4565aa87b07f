namespace S7OpcBridge.Cluster.TagLists;

/// <summary>A hash that is the same in every process: multiply and fold, 64 bits.</summary>
internal struct TagHash
{
    private ulong _value = 0x9E3779B97F4A7C15;

    public TagHash() { }

    public readonly ulong Value => _value;

    public void Add(ulong number) => _value = Fold(_value ^ number, 0xD6E8FEB86659FD93);

    public void Add(string text)
    {
        Add((ulong)text.Length);
        foreach (var character in text)
            _value = (_value ^ character) * 0x100000001B3;
        Add(0UL);
    }

    private static ulong Fold(ulong a, ulong b)
    {
        var high = Math.BigMul(a, b, out var low);
        return high ^ low;
    }
}
