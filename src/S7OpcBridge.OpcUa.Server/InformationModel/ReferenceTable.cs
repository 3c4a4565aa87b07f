namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// The references of each node: first the forward ones in the order of the nodeset, then the inverse ones. A target takes two bytes, a type one.
/// </summary>
internal sealed class ReferenceTable
{
    private const byte Inverse = 0x80;

    private readonly int[] _starts;
    private readonly ushort[] _targets;
    private readonly byte[] _types;
    private readonly uint[] _typeIds;

    /// <summary>Reads the references of a table; references of excluded nodes are skipped.</summary>
    public ReferenceTable(NodeTable nodes, bool[] leftOut)
    {
        var reader = new TableReader(nodes.Bytes, nodes.ReferencesAt);
        _typeIds = new uint[reader.Number()];
        for (var i = 0; i < _typeIds.Length; i++)
            _typeIds[i] = reader.Number();

        // Two passes over the same bytes: the first counts the references of each node, the second stores them.
        _starts = new int[nodes.Count + 1];
        var again = reader;
        for (var source = 0; source < nodes.Count; source++)
        {
            for (var left = reader.Number(); left > 0; left--)
                CountReference(source, (byte)reader.Number(), source + reader.Signed(), leftOut);
        }

        for (var i = 1; i < _starts.Length; i++)
            _starts[i] += _starts[i - 1];
        _targets = new ushort[_starts[^1]];
        _types = new byte[_starts[^1]];
        Fill(ref again, leftOut);
    }

    public int CountOf(int node) => _starts[node + 1] - _starts[node];

    public (uint Type, bool IsForward, int Target) At(int node, int ordinal)
    {
        var i = _starts[node] + ordinal;
        return (_typeIds[_types[i] & ~Inverse], (_types[i] & Inverse) == 0, _targets[i]);
    }

    /// <summary>The first target by a type; -1: none.</summary>
    public int Target(int node, uint type, bool forward = true)
    {
        for (var i = 0; i < CountOf(node); i++)
        {
            if (At(node, i) is var reference && reference.Type == type && reference.IsForward == forward)
                return reference.Target;
        }

        return -1;
    }

    /// <summary>Replaces the first forward target by a type that has no inverse references.</summary>
    public void SetTarget(int node, uint type, int target)
    {
        for (var i = _starts[node]; i < _starts[node + 1]; i++)
        {
            if (_typeIds[_types[i] & ~Inverse] != type || (_types[i] & Inverse) != 0)
                continue;
            _targets[i] = (ushort)target;
            return;
        }
    }

    // Types and modelling rules have no inverse references to their thousands of users; OPC 10000-3, 5.3.1 does not require them.
    private bool IsOneWay(byte type) => _typeIds[type] is Ids.HasTypeDefinition or Ids.HasModellingRule;

    private void CountReference(int source, byte type, int target, bool[] leftOut)
    {
        if (leftOut[source] || leftOut[target])
            return;
        _starts[source + 1]++;
        if (!IsOneWay(type))
            _starts[target + 1]++;
    }

    private void Fill(ref TableReader reader, bool[] leftOut)
    {
        var next = _starts.AsSpan(0, leftOut.Length).ToArray();
        var inverse = new List<(int Node, byte Type, int Target)>();
        for (var source = 0; source < leftOut.Length; source++)
        {
            for (var left = reader.Number(); left > 0; left--)
            {
                var (type, target) = ((byte)reader.Number(), source + reader.Signed());
                if (leftOut[source] || leftOut[target])
                    continue;
                Put(next, source, type, target);
                if (!IsOneWay(type))
                    inverse.Add((target, (byte)(type | Inverse), source));
            }
        }

        foreach (var (node, type, target) in inverse)
            Put(next, node, type, target);
    }

    private void Put(int[] next, int node, byte type, int target)
    {
        var i = next[node]++;
        _types[i] = type;
        _targets[i] = (ushort)target;
    }
}
