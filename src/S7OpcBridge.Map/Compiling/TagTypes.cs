using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Finds the type of a tag: what its key <c>type</c> says, and what its address says.</summary>
internal sealed class TagTypes(TypeResolver types, FindingList findings)
{
    /// <summary>The type of a tag; null after a finding.</summary>
    /// <param name="named">The type that the notation of the address states; none: it states none.</param>
    public TypeReference? Find(RawTag draft, S7Address address, S7DataType named)
    {
        if (draft.Type is null)
        {
            if (named.Kind != S7TypeKind.None)
                return new TypeReference(named, null, []);
            findings.Error(
                draft.AddressSpot,
                draft.IsOffset
                    ? $"the tag '{draft.Name}' has no type, and an offset does not state it; add one, such as {address.TypeCandidates}"
                    : $"the tag '{draft.Name}' has no type, and {address} could be {address.TypeCandidates}; add 'type' with the right one"
            );
            return null;
        }
        if (types.Resolve(draft.Type, out var error) is not { } type)
        {
            findings.Error(draft.TypeSpot, error);
            return null;
        }
        // An address with X only gives the position of an array of Bool; every other notation with a type states that type.
        if (
            named.Kind == S7TypeKind.None
            || named == type.Elementary
            || (named.Kind == type.Elementary.Kind && named is { Kind: S7TypeKind.Bool, IsArray: false })
        )
            return type;
        findings.Error(
            draft.TypeSpot,
            $"the address '{draft.Address}' says {named} and 'type' says {draft.Type}; remove one of them, or write the address "
                + "without a type"
        );
        return null;
    }
}
