using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>The type of a block or structure: members with their offsets in the standard layout.</summary>
internal sealed class SymbolType(uint rid, string name)
{
    /// <summary>The type of every DTL.</summary>
    public const uint DtlRid = 0x0200_0043;

    /// <summary>The local id of the first member of a block or area.</summary>
    public const uint FirstLid = 9;

    /// <summary>The attribute of a type with its size in bytes.</summary>
    private const uint SizeAttribute = 1502;

    private readonly List<SymbolMember> _members = [];
    private readonly Dictionary<uint, SymbolMember> _byLid = [];
    private int _bit = -1;
    private int _end;

    public uint Rid => rid;

    public string Name => name;

    public IReadOnlyList<SymbolMember> Members => _members;

    /// <summary>Size in bytes, rounded up to an even number.</summary>
    public int Size => (_end + 1) & ~1;

    /// <summary>DTL with its eight parts.</summary>
    public static SymbolType Dtl { get; } = MakeDtl();

    /// <summary>The member with a name; null: there is none.</summary>
    public SymbolMember? Find(string member) => _members.Find(one => one.Name == member);

    /// <summary>The member with a local id; null: there is none.</summary>
    public SymbolMember? Find(uint lid) => _byLid.GetValueOrDefault(lid);

    /// <summary>True where a member has a local id.</summary>
    public bool Has(uint lid) => _byLid.ContainsKey(lid);

    /// <summary>Appends a member; <see cref="Place"/> sets its offset.</summary>
    public SymbolMember Add(string member, S7DataType element, SymbolType? structure, IReadOnlyList<(int, int)> bounds, uint? lid = null)
    {
        var added = new SymbolMember(member, lid ?? FirstLid + (uint)_members.Count, element, structure, bounds);
        _members.Add(added);
        _byLid[added.Lid] = added;
        return added;
    }

    /// <summary>Sets the offset of every member, beginning with the innermost structures.</summary>
    public void Place()
    {
        (_bit, _end) = (-1, 0);
        foreach (var member in _members)
        {
            if (member.Structure is { } structure && structure != Dtl)
                structure.Place();
            PlaceMember(member);
        }
    }

    /// <summary>The type in an answer to an Explore.</summary>
    public PlusObject ToObject(bool optimised, ulong modified, IReadOnlyList<(string Name, uint Elements)> itself)
    {
        var found = new PlusObject { Rid = rid, Class = PlusIds.TypeInfoClass };
        found.Attributes.Add(new PlusMember(PlusIds.Name, PlusValue.WString(name)));
        found.Attributes.Add(new PlusMember(PlusIds.TypeModified, new PlusValue(0, WireType.Timestamp, modified, null)));
        found.Attributes.Add(new PlusMember(SizeAttribute, PlusValue.UDInt((uint)Size)));
        if (_members.Count > 0)
        {
            var lid = _members.Max(member => member.Lid);
            found.Elements = new ElementList(
                1,
                [
                    .. _members.Select(member => member.ToElement(optimised)),
                    .. itself.Select(own => new TypeElement
                    {
                        Lid = ++lid,
                        Type = S7PlusType.Struct,
                        Kind = own.Elements == 0 ? OffsetKind.Struct : OffsetKind.StructArray,
                        Flags = TypeElement.HmiVisible | TypeElement.HmiAccessible,
                        Count = own.Elements,
                        TypeRid = rid,
                    }),
                ]
            );
            found.Names = [.. _members.Select(member => member.Name), .. itself.Select(own => own.Name)];
        }

        return found;
    }

    private void PlaceMember(SymbolMember member)
    {
        if (member is { IsArray: false, Element.Kind: S7TypeKind.Bool })
        {
            if (_bit is < 0 or 8)
                (_bit, _end) = (0, _end + 1);
            member.Offset = _end - 1;
            member.Bit = _bit++;
            return;
        }

        _bit = -1;
        var isByte = !member.IsArray && member.Structure is null && member.Size == 1;
        if (!isByte)
            _end = (_end + 1) & ~1;
        member.Offset = _end;
        _end += member.Size;
        if (member.IsArray || member.Structure is not null || member.Element.Capacity > 0)
            _end = (_end + 1) & ~1;
    }

    private static SymbolType MakeDtl()
    {
        var type = new SymbolType(DtlRid, "DTL");
        (string, S7TypeKind)[] parts =
        [
            ("YEAR", S7TypeKind.UInt),
            ("MONTH", S7TypeKind.USInt),
            ("DAY", S7TypeKind.USInt),
            ("WEEKDAY", S7TypeKind.USInt),
            ("HOUR", S7TypeKind.USInt),
            ("MINUTE", S7TypeKind.USInt),
            ("SECOND", S7TypeKind.USInt),
            ("NANOSECOND", S7TypeKind.UDInt),
        ];
        for (var i = 0; i < parts.Length; i++)
            type.Add(parts[i].Item1, new S7DataType(parts[i].Item2), null, []);
        type.Place();
        return type;
    }
}
