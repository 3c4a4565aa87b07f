using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Tags of an optimised block: each member by its symbol.</summary>
/// <param name="draft">Takes them.</param>
/// <param name="types">Knows the types of members.</param>
/// <param name="plc">The PLC as the source names it.</param>
/// <param name="block">The place of the block.</param>
internal sealed class SymbolTags(ImportDraft draft, TypeResolver types, string plc, SourceLocation block)
{
    // An optimised block has 16 MB at most; nobody reads the members of a longer array one by one.
    private const int MostElements = 100_000;

    private int _count;
    private bool _isFull;

    /// <summary>Tags added so far.</summary>
    public int Added { get; private set; }

    /// <summary>Adds the members of a structure.</summary>
    public void Add(UserType type, IReadOnlyList<string> path, string symbol, int depth = 0)
    {
        foreach (var member in type.Members)
        {
            if (member.IsHidden)
                continue;
            if (_isFull)
                break;
            if (draft.IsFull || !draft.Size.TryCountMember(symbol.Length + member.Name.Length))
            {
                _isFull = true;
                draft.LeaveOutRest(SpotOf(member), symbol, 1);
                break;
            }
            if (!member.IsAccessible)
            {
                draft.LeaveOut(
                    SpotOf(member),
                    NameOf(member),
                    "it is not accessible from HMI; tick 'Accessible from HMI/OPC UA/Web API' in the block"
                );
                continue;
            }
            var error = "";
            var reference =
                member.Nested is null ? types.Resolve(member.Type!, out error)
                : types.BoundsOf(member, out error) is { } bounds ? new TypeReference(default, member.Nested, bounds)
                : null;
            if (reference is null || depth >= ImportLimits.Depth)
                draft.LeaveOut(SpotOf(member), NameOf(member), reference is null ? error : "it is nested too deep");
            else if (reference.User is { } user)
                AddElements(member, user, reference.Bounds, path, symbol, depth);
            else
                AddOne(member, reference, [.. path, member.Name], SymbolName.Join(symbol, member.Name));
        }

        string NameOf(UserTypeMember member) => $"{string.Join('/', path)}/{member.Name}";
    }

    private void AddElements(
        UserTypeMember member,
        UserType user,
        IReadOnlyList<ArrayBounds> bounds,
        IReadOnlyList<string> path,
        string symbol,
        int depth
    )
    {
        foreach (var index in StructIndexes.Enumerate(bounds))
        {
            if (_isFull)
                return;
            if (++_count > MostElements)
            {
                _isFull = true;
                draft.LeaveOut(
                    SpotOf(member),
                    string.Join('/', path),
                    $"the block has more than {MostElements:N0} members; take parts of it with 'browse' in " + "the map"
                );
                return;
            }
            Add(user, [.. path, member.Name + index], SymbolName.Join(symbol, member.Name) + index, depth + 1);
        }
    }

    private void AddOne(UserTypeMember member, TypeReference type, IReadOnlyList<string> path, string symbol)
    {
        _count++;
        Added++;
        draft.Add(
            new ImportedTag
            {
                Plc = plc,
                Path = path,
                Type = type.Elementary,
                Symbol = symbol,
                Access = member.IsReadOnly ? TagAccess.Read : null,
                Details = new TagDetails { Description = member.Details?.Description },
                Spot = SpotOf(member),
            }
        );
    }

    // Members of system types stand in no source.
    private SourceLocation SpotOf(UserTypeMember member) => member.Spot.IsNone ? block : member.Spot;
}
