using System.Buffers.Binary;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>
/// One object of a project, read where it lies. Offsets that lead out of the object read as "not stored", so a broken object has fewer values and no more.
/// </summary>
/// <param name="store">The project's objects.</param>
/// <param name="block">Where the object lies.</param>
internal sealed class PlfObject(PlfStore store, PlfBlock block, PlfType type)
{
    private readonly PlfLayout _layout = store.Model.LayoutOf(type);

    public PlfType Type => type;

    /// <summary>Its id among the objects of its type; younger objects have higher ones.</summary>
    public ulong Id => block.Id;

    /// <summary>Its name; empty where it has none.</summary>
    public string Name => Text("ICoreAttributes.Name");

    private ReadOnlySpan<byte> Bytes => store.File.BytesOf(block);

    /// <summary>True where its type is the named one or derives from it.</summary>
    public bool Is(string name) => _layout.Names.Contains(name);

    /// <summary>True where its type stores the attribute.</summary>
    public bool Has(string attribute) => _layout.TryFind(attribute, out _);

    /// <summary>A text; empty where it is not stored.</summary>
    /// <param name="attribute">Set and attribute: <c>ICoreAttributes.Name</c>.</param>
    public string Text(string attribute)
    {
        var place = Find(attribute, PlfKind.Text, out var segment);
        return place is null ? "" : PlfValues.Text(segment, Pointer(segment, place.Value.Offset));
    }

    /// <summary>A whole number; null where it is not stored.</summary>
    public long? Whole(string attribute)
    {
        if (!_layout.TryFind(attribute, out var place) || place.Field.Kind > PlfKind.LWord)
            return null;
        var segment = Segment(place.Slot);
        return place.Offset + place.Field.Size <= segment.Length ? PlfValues.Whole(segment[place.Offset..], place.Field.Kind) : null;
    }

    /// <summary>The name of a value of an enumeration; empty where it is not stored or has none.</summary>
    public string Word(string attribute) =>
        Whole(attribute) is { } value
        && _layout.TryFind(attribute, out var place)
        && store.Model.Enumerations.TryGetValue(place.Field.Type, out var enumeration)
        && enumeration.Names.TryGetValue(value, out var name)
            ? name
            : "";

    /// <summary>A text in several languages: the language's number (0x0409 is en-US, 0xFFFF is none) and the text.</summary>
    public IReadOnlyList<(ushort Language, string Text)> Texts(string attribute)
    {
        var place = Find(attribute, PlfKind.Texts, out var segment);
        return place is null ? [] : PlfValues.Texts(segment, Pointer(segment, place.Value.Offset));
    }

    /// <summary>The bytes of a large value, unpacked; empty where it is not stored.</summary>
    /// <exception cref="ImportException">The project has more packed data than is read.</exception>
    public byte[] Blob(string attribute)
    {
        var place = Find(attribute, PlfKind.Blob, out var segment);
        return place is null ? [] : store.Unpack(PlfValues.Sized(segment, Pointer(segment, place.Value.Offset)));
    }

    /// <summary>An array of structures; the elements that can be read.</summary>
    public IReadOnlyList<PlfRecord> Records(string attribute)
    {
        var place = Find(attribute, PlfKind.Array, out var segment);
        return place is { } at ? PlfRecord.ArrayAt(store, segment.ToArray(), Pointer(segment, at.Offset), at.Field.Type) : [];
    }

    /// <summary>An attribute that the object names itself; null where it has none of this name.</summary>
    public PlfExpando? Own(string name) => OwnValues().Find(value => value.Name == name);

    /// <summary>All attributes that the object names itself.</summary>
    public List<PlfExpando> OwnValues()
    {
        var values = new List<PlfExpando>();
        foreach (var slot in _layout.Expandos)
            PlfExpando.ReadAll(store, type.Id, Segment(slot), values);
        return values;
    }

    /// <summary>The object that a relation leads to; null: none.</summary>
    /// <param name="relation">The relation's name.</param>
    public PlfObject? One(string relation)
    {
        foreach (var link in Links())
        {
            if (store.Model.Relations.TryGetValue(link.Relation, out var name) && name == relation)
                return store.Find(link.Type, link.Id);
        }
        return null;
    }

    /// <summary>The objects that a relation leads to, with null in the places that are empty.</summary>
    /// <param name="relation">The relation's name.</param>
    /// <param name="target">A type: a list that was moved into a slot of its own names no relation, and is told by what it leads to.</param>
    public IReadOnlyList<PlfObject?> Many(string relation, string target)
    {
        var found = new List<PlfObject?>();
        foreach (var link in Links())
        {
            if (store.Model.Relations.TryGetValue(link.Relation, out var name) && name == relation)
                found.Add(store.Find(link.Type, link.Id));
        }
        for (var slot = _layout.SetSlots + 2; slot < block.Slots && found.Count == 0; slot++)
        {
            if (
                PlfValues.LinksWithoutRelation(SlotAt(slot)) is { Count: > 0 } links
                && links.Find(link => link.Type != 0) is var first
                && store.Model.Types.TryGetValue(first.Type, out var known)
                && store.Model.Is(known, target)
            )
                found.AddRange(links.Select(link => store.Find(link.Type, link.Id)));
        }
        return found;
    }

    /// <summary>All relations that name themselves.</summary>
    public List<PlfLink> Links()
    {
        var links = new List<PlfLink>();
        for (var slot = _layout.SetSlots; slot < Math.Min(_layout.SetSlots + 2, block.Slots); slot++)
            PlfValues.ReadLinks(SlotAt(slot), links);
        return links;
    }

    private PlfPlace? Find(string attribute, PlfKind kind, out ReadOnlySpan<byte> segment)
    {
        segment = [];
        if (!_layout.TryFind(attribute, out var place) || place.Field.Kind != kind)
            return null;
        segment = Segment(place.Slot);
        return place.Offset + 4 <= segment.Length ? place : null;
    }

    private static int Pointer(ReadOnlySpan<byte> segment, int at) =>
        BinaryPrimitives.ReadUInt32LittleEndian(segment[at..]) is var offset && offset < segment.Length ? (int)offset : 0;

    // From where a slot points to the end of the object; what is there says its own length.
    private ReadOnlySpan<byte> SlotAt(int slot)
    {
        var bytes = Bytes;
        var at = store.File.BlockHead + (slot * 4);
        if (slot >= block.Slots || at + 4 > bytes.Length)
            return [];
        var offset = BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);
        return offset > 0 && offset < bytes.Length ? bytes[(int)offset..] : [];
    }

    private ReadOnlySpan<byte> Segment(int slot)
    {
        var bytes = SlotAt(slot);
        if (bytes.Length < 4)
            return [];
        var length = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
        return length <= bytes.Length ? bytes[..(int)length] : [];
    }
}

/// <summary>A relation of an object.</summary>
internal readonly record struct PlfLink(uint Relation, uint Type, ulong Id);
