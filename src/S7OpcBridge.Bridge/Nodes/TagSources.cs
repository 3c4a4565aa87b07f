using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>Where a tag comes from in the PLC: properties of its variable in the namespace of the tags.</summary>
internal enum TagSource : byte
{
    /// <summary>The address in canonical form, such as DB10.DBD4.</summary>
    S7Address,

    /// <summary>Instead, the symbol in the PLC program.</summary>
    S7Symbol,

    /// <summary>Number of the data block of an address.</summary>
    S7DataBlock,

    /// <summary>The type as TIA spells it.</summary>
    S7Type,
}

/// <summary>These properties as nodes: nothing is kept of them, not even a name; number and id follow from those of the tag.</summary>
internal static class TagSources
{
    /// <summary>Places of each tag among these nodes, whether it has all of them or not.</summary>
    public const int PerTag = 4;

    private static readonly byte[][] Names =
    [
        .. Enumerable.Range(0, PerTag).Select(static source => Encoding.UTF8.GetBytes(NameOf((TagSource)source))),
    ];

    /// <summary>Browse name, and last level of the id.</summary>
    public static string NameOf(TagSource source) => source.ToString();

    /// <summary>The property with which an id ends; null: none.</summary>
    /// <param name="utf8">The id.</param>
    /// <param name="tag">What precedes it: the id of the tag.</param>
    public static TagSource? At(ReadOnlySpan<byte> utf8, out ReadOnlySpan<byte> tag)
    {
        tag = default;
        var slash = utf8.LastIndexOf((byte)'/');
        if (slash < 0)
            return null;
        for (var source = 0; source < PerTag; source++)
        {
            if (!utf8[(slash + 1)..].SequenceEqual(Names[source]))
                continue;
            tag = utf8[..slash];
            return (TagSource)source;
        }
        return null;
    }

    /// <summary>True where a tag has the property.</summary>
    public static bool Has(Tag tag, TagSource source) =>
        source switch
        {
            TagSource.S7Address => tag.Symbol is null,
            TagSource.S7Symbol => tag.Symbol is not null,
            TagSource.S7DataBlock => tag.DataBlock is not null,
            _ => true,
        };

    /// <summary>Reads an attribute other than id, class and names.</summary>
    public static StatusCode Read(Tag tag, TagSource source, AttributeId attribute, out Variant value)
    {
        if (attribute != AttributeId.Value)
            return TagAttributes.ReadVariable(
                source == TagSource.S7DataBlock ? (uint)BuiltInType.UInt16 : Ids.String,
                attribute,
                out value
            );
        value = source switch
        {
            TagSource.S7Address => Variant.From(tag.AddressText),
            TagSource.S7Symbol => Variant.From(tag.Symbol),
            TagSource.S7DataBlock => Variant.From(tag.DataBlock ?? 0),
            _ => Variant.From(tag.TypeText),
        };
        return StatusCodes.Good;
    }
}
