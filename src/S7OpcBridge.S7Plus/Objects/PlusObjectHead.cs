using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Objects;

/// <summary>What an object begins with on the wire, behind A1: <c>rid class flags attribute [flags]</c>.</summary>
/// <param name="AttributeFlags">Null: none follow the attribute.</param>
internal readonly record struct PlusObjectHead(uint Rid, uint Class, uint ClassFlags, uint AttributeId, uint? AttributeFlags)
{
    /// <summary>Reads it behind the byte that starts an object.</summary>
    public static PlusObjectHead Read(ref PlusReader from)
    {
        var (rid, @class, classFlags, attribute) = (from.UInt32(), from.Vlq32(), from.Vlq32(), from.Vlq32());
        // Flags follow an attribute that is not 0, unless the content of the object begins at once.
        var hasFlags =
            attribute != 0
            && from.Peek is not (PlusObject.StartOfObject or PlusObject.EndOfObject or PlusObject.Attribute or PlusObject.Relation);
        return new PlusObjectHead(rid, @class, classFlags, attribute, hasFlags ? from.Vlq32() : null);
    }
}
