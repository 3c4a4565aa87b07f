namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>
/// Sets the values of the structures with a changed member at the end of an update, inner ones first, each encoded once for all readers and items. An update
/// without such a member costs one look-up per changed variable. Used by the table's writer only.
/// </summary>
internal sealed class StructureVariables
{
    private const int BlockShift = 6,
        BlockSize = 1 << BlockShift,
        SegmentSize = 4096;

    private readonly StructureVariable[] _structures;

    // The structure that a variable is a member of, as its index plus one; blocks exist only where there are members.
    private readonly int[]?[] _owners;
    private readonly bool[] _isTouched;
    private readonly List<int> _touched = [];

    public StructureVariables(int variables, IReadOnlyList<StructureVariable> structures)
    {
        _structures = [.. structures];
        _isTouched = new bool[structures.Count];
        _owners = new int[]?[(variables + BlockSize - 1) >> BlockShift];
        for (var i = 0; i < _structures.Length; i++)
        {
            foreach (var member in _structures[i].Members)
                (_owners[member >> BlockShift] ??= new int[BlockSize])[member & BlockSize - 1] = i + 1;
        }
    }

    /// <summary>Sets every structure at the end of the update under way.</summary>
    public void TouchAll()
    {
        _touched.Clear();
        for (var i = 0; i < _structures.Length; i++)
        {
            _isTouched[i] = true;
            _touched.Add(i);
        }
    }

    /// <summary>Sets every structure that one of the changed variables is a member of, directly or not.</summary>
    public void Compose(VariableStorage storage)
    {
        foreach (var variable in storage.Changed)
        {
            for (var owner = OwnerOf(variable); owner >= 0 && !_isTouched[owner]; owner = OwnerOf(_structures[owner].Variable))
            {
                _isTouched[owner] = true;
                _touched.Add(owner);
            }
        }

        if (_touched.Count == 0)
            return;
        _touched.Sort();
        using var buffer = MessageBuffer.Rent(SegmentSize, 0, 0);
        for (var i = _touched.Count - 1; i >= 0; i--)
        {
            _isTouched[_touched[i]] = false;
            Set(_structures[_touched[i]], storage, buffer);
        }

        _touched.Clear();
    }

    private int OwnerOf(int variable) => (_owners[variable >> BlockShift]?[variable & BlockSize - 1] ?? 0) - 1;

    private static void Set(StructureVariable structure, VariableStorage storage, MessageBuffer buffer)
    {
        var status = StatusOf(structure, storage, out var time);
        if (status.IsBad)
        {
            // It has no value: changes of other members do not matter.
            if (storage[structure.Variable].Status != status.Value)
                storage.SetStatus(structure.Variable, status.Value, time);
            return;
        }

        try
        {
            storage.Set(
                structure.Variable,
                structure.IsArray ? ElementsOf(structure, storage) : BodyOf(structure, storage, buffer),
                status.Value,
                time
            );
        }
        catch (UaException)
        {
            storage.SetStatus(structure.Variable, StatusCodes.BadEncodingError, time);
        }
    }

    /// <summary>
    /// The worst status of the members, the first of equally bad ones; BadWaitingForInitialData ranks below other bad ones. The time of a good status is the
    /// latest of the members, that of a bad one the time of its member.
    /// </summary>
    private static StatusCode StatusOf(StructureVariable structure, VariableStorage storage, out long time)
    {
        var worst = (Rank: -1, Status: 0u, Time: 0L);
        var latest = 0L;
        foreach (var member in structure.Members)
        {
            ref readonly var row = ref storage[member];
            if (RankOf(row.Status) is var rank && rank > worst.Rank)
                worst = (rank, row.Status, row.SourceTime);
            latest = Math.Max(latest, row.SourceTime);
        }

        StatusCode status = worst.Status;
        time = status.IsBad ? worst.Time : latest;
        return status;
    }

    private static int RankOf(StatusCode status) =>
        status.IsGood ? 0
        : status.IsUncertain ? 1
        : status.Value == StatusCodes.BadWaitingForInitialData ? 2
        : 3;

    private static Variant BodyOf(StructureVariable structure, VariableStorage storage, MessageBuffer buffer)
    {
        buffer.Truncate(0);
        var writer = new UaWriter(buffer);
        foreach (var member in structure.Members)
            WriteField(ref writer, storage.Peek(member).Value);
        writer.Flush();
        return Variant.From(new ExtensionObject(structure.EncodingId, buffer.ToArray()));
    }

    private static Variant ElementsOf(StructureVariable structure, VariableStorage storage)
    {
        var elements = new ExtensionObject?[structure.Members.Length];
        for (var i = 0; i < elements.Length; i++)
            elements[i] = (ExtensionObject?)storage.Peek(structure.Members[i]).Value.Reference;
        return Variant.FromArray(BuiltInType.ExtensionObject, elements);
    }

    // A structure inside a structure has neither type nor length in front (OPC 10000-6, 5.2.6).
    private static void WriteField(ref UaWriter writer, in Variant value)
    {
        switch (value.Reference)
        {
            case ExtensionObject { Body: byte[] inner }:
                writer.WriteRaw(inner);
                break;
            case ExtensionObject[] elements:
                writer.WriteInt32(elements.Length);
                foreach (var element in elements)
                    writer.WriteRaw((byte[])element.Body!);
                break;
            default:
                writer.WriteField(value);
                break;
        }
    }
}
