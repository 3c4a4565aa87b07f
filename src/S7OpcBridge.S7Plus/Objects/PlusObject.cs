using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Objects;

/// <summary>
/// An object of the CPU: ids, attributes, relations, child objects and, for the description of a type, its elements with their names. On the wire: A1 rid class
/// flags attribute [flags], then A3 attributes, A4 relations, AB and AC lists, nested objects, A2.
/// </summary>
internal sealed class PlusObject
{
    /// <summary>Maximum nesting of objects in a message.</summary>
    public const int MaxDepth = 32;

    public const byte StartOfObject = 0xA1;
    public const byte EndOfObject = 0xA2;
    public const byte Attribute = 0xA3;
    public const byte Relation = 0xA4;
    private const byte StartOfTagDescription = 0xA7;
    private const byte EndOfTagDescription = 0xA8;
    public const byte ElementList = 0xAB;
    public const byte NameList = 0xAC;

    public required uint Rid { get; init; }

    public required uint Class { get; init; }

    public uint ClassFlags { get; init; }

    /// <summary>The attribute of the parent that holds this object; 0: none.</summary>
    public uint AttributeId { get; init; }

    /// <summary>
    /// Follows <see cref="AttributeId"/> in what CPUs send; null: it does not, as in requests that were accepted. Meaning unknown; 6 for the execution unit.
    /// </summary>
    public uint? AttributeFlags { get; init; }

    public List<PlusMember> Attributes { get; } = [];

    public List<PlusRelation> Relations { get; } = [];

    public List<PlusObject> Children { get; } = [];

    /// <summary>The elements of a type; null: the object has no list of elements.</summary>
    public ElementList? Elements { get; set; }

    /// <summary>The names of the elements, in the same order.</summary>
    public string[]? Names { get; set; }

    /// <summary>The value of an attribute; null where there is none.</summary>
    public PlusValue? this[uint id]
    {
        get
        {
            foreach (var attribute in Attributes)
            {
                if (attribute.Key == id)
                    return attribute.Value;
            }
            return null;
        }
    }

    public static bool IsNext(in PlusReader from) => from.Peek == StartOfObject;

    /// <summary>Reads consecutive objects.</summary>
    public static List<PlusObject> ReadAll(ref PlusReader from)
    {
        var objects = new List<PlusObject>();
        while (IsNext(from))
            objects.Add(Read(ref from));
        return objects;
    }

    /// <exception cref="S7PlusProtocolException">The bytes are not an object, or the nesting is too deep.</exception>
    public static PlusObject Read(ref PlusReader from) => Read(ref from, 0);

    public void Write(PlusWriter to)
    {
        to.Byte(StartOfObject);
        to.UInt32(Rid);
        to.Vlq(Class);
        to.Vlq(ClassFlags);
        to.Vlq(AttributeId);
        if (AttributeId != 0 && AttributeFlags is { } flags)
            to.Vlq(flags);
        foreach (var attribute in Attributes)
        {
            to.Byte(Attribute);
            to.Vlq(attribute.Key);
            attribute.Value.Write(to);
        }
        foreach (var relation in Relations)
        {
            to.Byte(Relation);
            to.Vlq(relation.Id);
            to.UInt32(relation.Rid);
        }
        if (Elements is not null)
        {
            to.Byte(ElementList);
            Elements.Write(to);
        }
        if (Names is not null)
        {
            to.Byte(NameList);
            ElementNames.Write(to, Names);
        }
        foreach (var child in Children)
            child.Write(to);
        to.Byte(EndOfObject);
    }

    private static PlusObject Read(ref PlusReader from, int depth)
    {
        if (depth > MaxDepth)
            throw new S7PlusProtocolException($"Broken message: objects nest deeper than {MaxDepth} at byte {from.Position}.");
        if (from.Byte() != StartOfObject)
            throw new S7PlusProtocolException($"Broken message: no object begins before byte {from.Position}.");
        var head = PlusObjectHead.Read(ref from);
        var result = new PlusObject
        {
            Rid = head.Rid,
            Class = head.Class,
            ClassFlags = head.ClassFlags,
            AttributeId = head.AttributeId,
            AttributeFlags = head.AttributeFlags,
        };
        while (true)
        {
            if (IsNext(from))
            {
                result.Children.Add(Read(ref from, depth + 1));
                continue;
            }
            var tag = from.Byte();
            switch (tag)
            {
                case EndOfObject:
                    return result;
                case Attribute:
                    result.Attributes.Add(new PlusMember(from.Vlq32(), PlusValue.Read(ref from)));
                    break;
                case Relation:
                    result.Relations.Add(new PlusRelation(from.Vlq32(), from.UInt32()));
                    break;
                case ElementList:
                    result.Elements = Objects.ElementList.Read(ref from);
                    break;
                case NameList:
                    result.Names = ElementNames.Read(ref from);
                    break;
                case StartOfTagDescription or EndOfTagDescription:
                    throw new S7PlusProtocolException(
                        "This CPU describes its tags in the form of firmware 2, which has no TLS and is not spoken here."
                    );
                default:
                    throw new S7PlusProtocolException($"Broken message: unknown part {tag:X2} of an object before byte {from.Position}.");
            }
        }
    }
}

/// <summary>A reference from one object to another.</summary>
internal readonly record struct PlusRelation(uint Id, uint Rid);
